import type { FieldFault } from '../../kernel/errors.ts';
import { nearest } from '../../kernel/similarity.ts';
import { shorten } from '../../kernel/text.ts';
import type { UnavailableMember } from './unavailable-members.ts';

/** What a schema names at one level of a body or a query. */
export interface Known {
  members: Map<string, Known>;
  /** What a member of any other name holds; null where there is no other. */
  rest: Known | null;
  items: Known | null;
  /** Where the schema allows no other member, one is refused even without being asked to. */
  isClosed: boolean;
  unavailable: Map<string, UnavailableMember>;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Findings {
  warnings: FieldFault[];
  refusals: FieldFault[];
  /** How many warnings are not listed. */
  unlisted: number;
}

/** Where a value stands; a text of it is only made for what is found. */
interface Position {
  parent: Position | null;
  name: string;
}

const mostListed = 20;
const longestName = 60;

const anything = knownBy({});
/** Has no members; a value that has some is for the validation to refuse. */
const scalar = knownBy({});

/** A member that one branch of a union names is known; which branch it belongs to is for the validation to say. */
export function knownOf(schema: Schema): Known {
  const { properties, patternProperties, additionalProperties = false, items } = schema;
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((given) => given ?? []).map(knownOf);
  const isMap = patternProperties !== undefined || additionalProperties !== false;
  if (properties !== undefined || isMap) {
    const members = Object.entries(properties ?? {}).map(
      ([name, member]) => [name, knownOf(member)] as const,
    );
    const others = typeof additionalProperties === 'object' ? knownOf(additionalProperties) : anything;
    const isClosed = schema.additionalProperties === false;
    branches.push(knownBy({ members: new Map(members), rest: isMap ? others : null, isClosed }));
  }
  if (items !== undefined) branches.push(knownBy({ items: knownOf(items) }));
  if (branches.length > 0) return branches.reduce(merged);
  const types = [schema.type ?? []].flat();
  const isScalar = types.length > 0 && !types.includes('object') && !types.includes('array');
  return isScalar || schema.enum !== undefined ? scalar : anything;
}

function knownBy(own: Partial<Known>): Known {
  return { members: new Map(), rest: null, items: null, isClosed: false, unavailable: new Map(), ...own };
}

function merged(one: Known, other: Known): Known {
  if (one === anything || other === anything) return anything;
  if (one === scalar) return other;
  if (other === scalar) return one;
  const members = new Map(one.members);
  for (const [name, known] of other.members) {
    const same = members.get(name);
    members.set(name, same === undefined ? known : merged(same, known));
  }
  const either = (a: Known | null, b: Known | null) => (a === null || b === null ? (a ?? b) : merged(a, b));
  return knownBy({
    members,
    rest: either(one.rest, other.rest),
    items: either(one.items, other.items),
    isClosed: one.isClosed && other.isClosed,
  });
}

/** Takes out of a value what its schema does not name, so that no handler meets it, and says what that was. */
export function takeUnknown(value: unknown, known: Known, findings: Findings): void {
  take(value, known, null, { root: known, findings });
}

interface Search {
  root: Known;
  findings: Findings;
}

function take(value: unknown, known: Known, at: Position | null, search: Search): void {
  if (known === anything || known === scalar || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (known.items === null) return;
    for (const [index, item] of value.entries()) {
      take(item, known.items, { parent: at, name: String(index) }, search);
    }
    return;
  }
  // An array where an object is due is for the validation to refuse.
  if (known.items !== null && known.members.size === 0) return;
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = known.members.get(name) ?? known.rest;
    if (member !== null) take(members[name], member, { parent: at, name }, search);
    else takeOut(members, name, known, at, search);
  }
}

function takeOut(
  members: Record<string, unknown>,
  name: string,
  known: Known,
  at: Position | null,
  { root, findings }: Search,
): void {
  const value = members[name];
  delete members[name];
  const unavailable = known.unavailable.get(name);
  // Null means omitted.
  if (unavailable !== undefined && value === null) return;
  const isRefused = unavailable === undefined ? known.isClosed : unavailable.isRefused;
  const list = isRefused ? findings.refusals : findings.warnings;
  if (list.length === mostListed) {
    if (!isRefused) findings.unlisted += 1;
    return;
  }
  const message = unavailable?.message ?? `isn't known${suggestion(name, known, root)}`;
  list.push({ path: textOf({ parent: at, name: shownName(name) }), message });
}

function suggestion(name: string, { members }: Known, root: Known): string {
  // A longer one resembles none, and comparing it would take long.
  if (name.length > longestName) return '';
  const meant = nearest(name, [...members.keys()]) ?? placeOf(name, root);
  return meant === null ? '' : `; did you mean "${meant}"?`;
}

/** Where a member of that very name belongs. */
function placeOf(name: string, { members, items }: Known): string | null {
  for (const [parent, known] of members) {
    if (parent === name) return name;
    const below = placeOf(name, known);
    if (below !== null) return `${parent}.${below}`;
  }
  return items === null ? null : placeOf(name, items);
}

/** A name is the caller's own text: what a terminal or a page would not show as text is left out. */
function shownName(name: string): string {
  const text = name.slice(0, 4 * longestName).replace(/[\p{C}\p{Z}]+/gu, ' ');
  return text === '' ? '""' : shorten(text, longestName);
}

function textOf({ parent, name }: Position): string {
  return parent === null ? name : `${textOf(parent)}.${name}`;
}
