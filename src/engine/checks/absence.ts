import { cover } from '../../kernel/masking.ts';
import { shorten, tidy } from '../../kernel/text.ts';
import { nameOf } from '../scene/names.ts';
import { nearestLines, screenLines, textOf } from '../scene/painted-text.ts';
import type { Rect } from '../scene/rect.ts';
import { plainRole } from '../scene/roles.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { fieldHolding, heldBy } from '../scene/seeing.ts';
import { type Container, eachOne, type Target } from '../scene/target.ts';
import { ambiguous, describedInWords, ordinal, relationsInWords } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import type { CheckInput, CheckOutcome } from './check.ts';

/** What there is instead, and where. */
interface Instead {
  readonly actual: string;
  readonly rect: Rect | null;
}

/** What there is in the place of what was looked for: what resembles it, else what the screen says to its user. */
export function whatIsThere({ scene, place }: CheckInput, wanted: string): Instead {
  const field = fieldHolding(scene, wanted);
  if (field !== null) {
    const name = nameOf(scene, field);
    const which = name === '' ? '' : ` "${name}"`;
    return {
      actual: `it stands only in the field${which}, which has to be named for that`,
      rect: field.rect,
    };
  }
  const lines = screenLines(scene);
  if (lines.length === 0) return { actual: `the ${place} shows no text`, rect: null };
  const near = nearestLines(lines, wanted);
  const [first] = near;
  if (first !== undefined) {
    const texts = near.map(({ text }) => quoted(text)).join(', ');
    return { actual: `the ${place} says ${texts}`, rect: first.rect };
  }
  const message = messageOf(scene);
  const nothing = `nothing on the ${place} resembles it`;
  if (message === null) return { actual: nothing, rect: null };
  const text = shorten(textOf(scene, message));
  return { actual: `${nothing}; the ${plainRole(message.role)} says ${quoted(text)}`, rect: message.rect };
}

/** What a person would mention first: an alert, an open dialog, else the heading. */
function messageOf(scene: Scene): Thing | null {
  const saying = scene.things.filter((thing) => thing.isVisible && thing.textTo > thing.textFrom);
  for (const roles of [/^alert(dialog)?$/, /^dialog$/, /^status$/, /^heading$/]) {
    const found = saying.find(({ role }) => roles.test(role ?? ''));
    if (found !== undefined) return found;
  }
  return null;
}

export function absence(input: CheckInput, wanted: Container): Instead {
  return whatIsThere(input, wanted.name ?? wanted.role ?? '');
}

export function notThere(place: Container): CheckOutcome {
  return { holds: false, actual: `there is no ${inWords(place).replace(/^the /, '')}` };
}

export function severalOf(scene: Scene, target: Target, things: readonly Thing[]) {
  const matches = things.map((thing) => ({ thing, words: null }));
  const fault = ambiguous(scene, target, matches);
  return { holds: false, actual: `there are ${things.length} of them`, ambiguous: fault } as const;
}

export function theirTexts(scene: Scene, things: readonly Thing[], max = 3): string {
  const texts = things.map((thing) =>
    shortenHeld(thing, tidy(heldBy(scene, thing) ?? (textOf(scene, thing) || nameOf(scene, thing)))),
  );
  const rest = texts.length > max ? ` and ${texts.length - max} more` : '';
  return texts.slice(0, max).map(quoted).join(', ') + rest;
}

/** A secret is covered before it is cut: half a secret is one still. */
export function shortenHeld({ secret }: Thing, text: string): string {
  return secret === null ? shorten(text) : cover;
}

/** Where one of them holds a secret: who may ask for a part of it can find out all of it. */
export function secretWithin(target: Target, things: readonly Thing[]): CheckOutcome | null {
  const holder = things.find(({ secret }) => secret !== null);
  if (holder === undefined) return null;
  const refused = `A secret was typed into ${inWords(target)}: what it holds can only be compared as a whole, as in "has the value".`;
  return { holds: false, actual: 'it holds a secret', rect: holder.rect, refused };
}

/** `the 2nd "Delete" button in the "Bob" row below "Admins"`: as a sentence of a test would. */
export function inWords(target: Target): string {
  return `${placeInWords(target)}${relationsInWords(target.where, placeInWords)}`;
}

function placeInWords(place: Container): string {
  const { name, role, nth, ref } = place;
  if (ref === eachOne) return 'it';
  if (place.described === true && name !== undefined) return describedInWords(place);
  const which = nth === undefined ? '' : `${ordinal(nth)} `;
  const thing = [name === undefined ? null : inQuotes(name), role].filter((part) => part != null).join(' ');
  return `${role === undefined && nth === undefined ? '' : 'the '}${which}${thing}`;
}

/** A name alone: in quotes, or as a description. */
export function nameInWords({ name = '', described }: Container): string {
  return described === true ? `*${name}*` : inQuotes(name);
}

export function quoted(text: string): string {
  return `"${text}"`;
}
