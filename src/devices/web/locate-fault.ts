import { ActionFailed, type Target } from '../device.ts';
import { seconds } from '../seconds.ts';
import type { ElementView } from './in-page/viewing.ts';
import { ordinal, plainRole, wordsFor } from './role-words.ts';

interface Named {
  readonly role: string | null;
  readonly name: string;
}

const maxCandidates = 8;
const maxNearest = 5;

/** Several things have the name: lists them, and says how to tell them apart. */
export function ambiguous(target: Target, views: readonly ElementView[], total: number): ActionFailed {
  const shown = views.slice(0, maxCandidates).map((view, index) => {
    const place = view.place === null ? '' : ` in ${view.place}`;
    const state = view.isEnabled ? '' : ', disabled';
    return `${index + 1}. ${plainRole(view.role)} "${shorten(view.name)}"${place}${state}`;
  });
  const more = total > shown.length ? `; and ${total - shown.length} more` : '';
  const hint = `Say which one: ${hintFor(target, views)}.`;
  return new ActionFailed(
    `${capital(wordsFor(target))} names ${total} things: ${shown.join('; ')}${more}. ${hint}`,
    { expected: `one thing called ${wordsFor(target)}`, actual: `${total} of them` },
  );
}

/** Nothing has the name: says what there is instead. */
export function missing(
  target: Target,
  names: readonly Named[],
  found: { hidden: number; isWithinMissing: boolean; timeoutMs: number },
): ActionFailed {
  const words = wordsFor(target);
  const expected = `${words} on the page`;
  if (found.hidden > 0) {
    const actual = 'it is in the page, but hidden';
    return new ActionFailed(`${capital(words)} could not be found: ${actual}.`, { expected, actual });
  }
  const nearest = nearestTo(target.name ?? '', names).map(({ role, name }) => `${plainRole(role)} "${name}"`);
  const elsewhere = `it is on the page, but not in "${target.within}"`;
  const others = nearest.length === 0 ? 'nothing of that kind is there' : `there is ${nearest.join(', ')}`;
  const actual = found.isWithinMissing ? elsewhere : others;
  return new ActionFailed(
    `${capital(words)} could not be found within ${seconds(found.timeoutMs)}; ${actual}.`,
    { expected, actual },
  );
}

export function tooFew(target: Target, total: number): ActionFailed {
  const { nth: _, ...whole } = target;
  const actual = total === 1 ? 'there is only one' : `there are only ${total}`;
  return new ActionFailed(
    `${capital(wordsFor(target))} could not be found: ${actual} of ${wordsFor(whole)}.`,
    {
      expected: wordsFor(target),
      actual,
    },
  );
}

function hintFor(target: Target, views: readonly ElementView[]): string {
  const name = target.name === undefined ? '' : ` "${target.name}"`;
  const hints = [`the ${ordinal(2)}${target.role === undefined ? '' : ` ${target.role}`}${name}`];
  const places = new Set(views.map(({ place }) => place));
  const place = views.find((view) => view.place !== null)?.place;
  if (places.size > 1 && place) hints.push(`in ${place}`);
  const kinds = new Set(views.map(({ role }) => plainRole(role)));
  if (target.role === undefined && kinds.size > 1) hints.push(`the ${[...kinds][0]}${name}`);
  return hints.join(', or ');
}

/** Those that share the most with what was asked for; without likeness, the first few. */
export function nearestTo(wanted: string, names: readonly Named[]): Named[] {
  const scored = names.map((named, index) => ({ named, index, score: likeness(wanted, named.name) }));
  scored.sort((one, other) => other.score - one.score || one.index - other.index);
  return scored.slice(0, maxNearest).map(({ named }) => named);
}

/** Shared pairs of letters, from 0 to 1 (Dice). */
function likeness(one: string, other: string): number {
  const left = pairsOf(one);
  const right = pairsOf(other);
  if (left.length === 0 || right.length === 0) return 0;
  const rest = [...right];
  let shared = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}

/** A page may call a thing by a whole book. */
const longestCompared = 200;

function pairsOf(text: string): string[] {
  const plain = text.slice(0, longestCompared).toLowerCase().replace(/\s+/g, ' ').trim();
  return Array.from({ length: Math.max(plain.length - 1, 0) }, (_, index) => plain.slice(index, index + 2));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
}
