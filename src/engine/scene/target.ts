import { type Static, Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';

/** Parts of a screen that others are in. */
export const areaRoles = [
  'table',
  'list',
  'form',
  'navigation',
  'header',
  'footer',
  'sidebar',
  'toolbar',
  'menu',
  'section',
] as const;

/** What people call the things on a screen, in the browser and on the phone alike. */
export const roles = [
  'button',
  'link',
  'field',
  'text input',
  'text area',
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
  'search field',
  ...areaRoles,
  'column header',
  'progress bar',
  'paragraph',
] as const;
export type Role = (typeof roles)[number];

const name = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'Visible name: label, text, placeholder or test id' }),
);
const role = Type.Optional(oneOf(roles));
const nth = Type.Optional(
  Type.Integer({ minimum: -1, maximum: 10_000, description: 'Which of several, from 1; -1 is the last' }),
);

/** Its name was not in quotes: it may find the one thing that is called so, and proves nothing else. No model is shown it. */
interface Described {
  readonly described?: true;
}

/** What something is in. */
export const Container = Type.Object({ name, role, nth });
/** `ref`: what a check has found already. No model is shown it. */
export type Container = Static<typeof Container> & Described & { ref?: string };

export const relationKinds = [
  'in',
  'with',
  'next to',
  'above',
  'below',
  'left of',
  'right of',
  'before',
  'after',
] as const;
export type RelationKind = (typeof relationKinds)[number];

/** How something stands to something else. */
export const Relation = Type.Object({
  is: oneOf(relationKinds, {
    description:
      '"in" the row, group or dialog that is named here, "with" it inside, or where it is seen from there; "before" and "after" are in reading order',
  }),
  ...Container.properties,
});
export type Relation = Static<typeof Relation> & Described & Pick<Container, 'ref'>;

/** A thing on the screen: by the reference that the last snapshot gave it, or as a person names it. */
export const Target = Type.Object({
  ref: Type.Optional(
    Type.String({ maxLength: 100, description: 'Reference from the snapshot, such as e12' }),
  ),
  name,
  role,
  nth,
  where: Type.Optional(
    Type.Array(Relation, { maxItems: 8, description: 'What tells it from others; all of it must hold' }),
  ),
});

/** One way to read what a person says. */
export type PlainTarget = Omit<Static<typeof Target>, 'where'> & Described & { where?: Relation[] };
/** `or`: other ways to read the same words, in the order in which they are tried on the screen. No model is shown it. */
export type Target = PlainTarget & { or?: readonly PlainTarget[] };

/** Stands in a claim for each of the things that it is about. */
export const eachOne = 'each';

/** The same, if it is also there. */
export function placedIn({ or, ...first }: Target, place: Container): Target {
  const relation: Relation = { is: 'in', ...asPlace(place) };
  const placed = (target: PlainTarget) => ({ ...target, where: [...(target.where ?? []), relation] });
  return { ...placed(first), ...(or !== undefined && { or: or.map(placed) }) };
}

type PlaceParts = { readonly [Part in keyof Container]: Container[Part] | undefined };

/** What something is in, without what tells it from others. */
export function asPlace({ name, role, nth, described, ref }: PlaceParts): Container {
  return {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(nth !== undefined && { nth }),
    ...(described !== undefined && { described }),
    ...(ref !== undefined && { ref }),
  };
}

/** Whether a name of it, or of a place that it speaks of, was not in quotes. */
export function isDescribed({ described, where = [], or = [] }: Target): boolean {
  return described === true || where.some((place) => place.described === true) || or.some(isDescribed);
}

/** Where the relations of a sentence are added to those that a thing has by itself. */
export function withWhere(target: Target, where: readonly Relation[]): Target {
  if (where.length === 0) return target;
  const { or, ...own } = target;
  const more = { ...own, where: [...(own.where ?? []), ...where] };
  return or === undefined ? more : { ...more, or: or.map((other) => withWhere(other, where)) };
}
