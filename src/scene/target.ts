import { type Static, Type } from 'typebox';
import { oneOf } from '../kernel/schema.ts';

/** What people call the things on a screen, in the browser and on the phone alike. */
export const roles = [
  'button',
  'link',
  'field',
  'checkbox',
  'radio',
  'switch',
  'dropdown',
  'option',
  'tab',
  'menu item',
  'heading',
  'image',
  'row',
  'cell',
  'list item',
  'dialog',
  'slider',
] as const;
export type Role = (typeof roles)[number];

const name = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'Visible name: label, text, placeholder or test id' }),
);
const role = Type.Optional(oneOf(roles));
const nth = Type.Optional(
  Type.Integer({ minimum: -1, maximum: 10_000, description: 'Which of several, from 1; -1 is the last' }),
);

/** What something lies in. */
export const Place = Type.Object({ name, role, nth });
export type Place = Static<typeof Place>;

/** A thing on the screen: by the reference that the last snapshot gave it, or as a person names it. */
export const Target = Type.Object({
  ref: Type.Optional(
    Type.String({ maxLength: 100, description: 'Reference from the snapshot, such as e12' }),
  ),
  name,
  role,
  within: Type.Optional(
    Type.Object(Place.properties, { description: 'The row, group or dialog that it lies in' }),
  ),
  nth,
});
export type Target = Static<typeof Target>;
