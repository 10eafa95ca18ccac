import type { Static, TSchema } from 'typebox';
import type { Action } from './action.ts';
import { fieldActions } from './catalogue/fields.ts';
import { phoneActions } from './catalogue/phone.ts';
import { pointerActions } from './catalogue/pointer.ts';
import { travelActions } from './catalogue/travel.ts';

/** Every action there is. A device only brings the way to perform those that it has. */
const catalogue = { ...pointerActions, ...fieldActions, ...travelActions, ...phoneActions };

type Catalogue = typeof catalogue;
export type ActionName = keyof Catalogue;

/** What performs an action: a browser or a phone. */
export type DeviceKind = 'web' | 'phone';

type ParametersOf<Entry, Kind extends DeviceKind> =
  Entry extends Readonly<Record<Kind, { parameters: infer Parameters extends TSchema }>> ? Parameters : never;

/** The actions that a kind of device takes. */
export type ActionOf<Kind extends DeviceKind> = {
  [Name in ActionName]: Kind extends keyof Catalogue[Name] ? Name : never;
}[ActionName];

/** What a device of that kind is told. */
export type InputOf<Kind extends DeviceKind, Name extends ActionName> = Static<
  ParametersOf<Catalogue[Name], Kind>
>;

type MemberOf<Entry> = {
  [Kind in keyof Entry]: Entry[Kind] extends { parameters: { properties: infer Properties } }
    ? keyof Properties
    : never;
}[keyof Entry];

/** By the names of its members; the values of a sentence are checked when its device gets them. */
export type InputTo<Name extends ActionName> = { readonly [Member in MemberOf<Catalogue[Name]>]?: unknown };

export function actionOf(name: ActionName): Action {
  return catalogue[name];
}
