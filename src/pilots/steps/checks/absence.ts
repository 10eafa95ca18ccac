import { nameOf } from '../../../scene/names.ts';
import { screenLines, textOf } from '../../../scene/painted-text.ts';
import type { Scene, Thing } from '../../../scene/scene.ts';
import { fieldHolding, heldBy } from '../../../scene/seeing.ts';
import type { Place, Target } from '../../../scene/target.ts';
import { ordinal } from '../../../scene/wording.ts';
import { nearestLines, shorten, tidy } from '../../../scene/words.ts';
import type { View } from '../check.ts';

/** What there is in the place of what was looked for. */
export function whatIsThere({ scene, place }: View, wanted: string): string {
  const field = fieldHolding(scene, wanted);
  if (field !== null) {
    const name = nameOf(scene, field);
    return `it stands only in the field${name === '' ? '' : ` "${name}"`}, which has to be named for that`;
  }
  const lines = nearestLines(screenLines(scene).join('\n'), wanted);
  return lines.length === 0
    ? `the ${place} shows no text`
    : `the ${place} says ${lines.map(quoted).join(', ')}`;
}

export function absence(view: View, wanted: Place): string {
  return whatIsThere(view, wanted.name ?? wanted.role ?? '');
}

export function theirTexts(scene: Scene, things: readonly Thing[], max = 3): string {
  const texts = things.map((thing) =>
    shorten(tidy(heldBy(scene, thing) ?? (textOf(scene, thing) || nameOf(scene, thing)))),
  );
  const rest = texts.length > max ? ` and ${texts.length - max} more` : '';
  return texts.slice(0, max).map(quoted).join(', ') + rest;
}

/** `the 2nd "Delete" button in the "Bob" row`: as a sentence of a test would. */
export function inWords(target: Target): string {
  const place = target.within === undefined ? '' : ` in ${placeInWords(target.within)}`;
  return `${placeInWords(target)}${place}`;
}

function placeInWords({ name, role, nth }: Place): string {
  const which = nth === undefined ? '' : `${ordinal(nth)} `;
  const thing = [name === undefined ? null : quoted(name), role].filter((part) => part != null).join(' ');
  return `${role === undefined && nth === undefined ? '' : 'the '}${which}${thing}`;
}

export function quoted(text: string): string {
  return `"${text}"`;
}
