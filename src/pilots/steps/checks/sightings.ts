import type { Screen, Sighting, Target } from '../../../devices/device.ts';
import type { View } from '../check.ts';
import { asWritten, isSame, nearestLines, says, shorten, tidy } from '../matching-text.ts';

/** How the wanted thing is seen, in the words of the page; null when it is not. */
export async function sightOf(wanted: Target, view: View): Promise<string | null> {
  const text = wanted.name;
  const isPlain = wanted.role === undefined && wanted.nth === undefined && wanted.within === undefined;
  if (text !== undefined && isPlain) {
    const screen = await view.screen();
    const written = asWritten(screen.text, text);
    if (written !== null) return written === tidy(text) ? `"${text}"` : `"${written}" in other letter case`;
  }
  const found = visible(await view.find(wanted)).filter((sighting) => fits(sighting, wanted));
  if (found.length > 0) return nameOf(wanted);
  if (text === undefined || !isPlain) return null;
  const holders = visible(await view.find({ role: 'field' }));
  const holder = holders.find(({ value }) => value !== null && says(value, text));
  return holder === undefined ? null : `"${text}" in the field "${holder.name}"`;
}

/** A device may find by what nobody sees, such as a test id; only what is seen counts. */
export function fits(sighting: Sighting, { name }: Target): boolean {
  return name === undefined || tells(sighting, name);
}

export function tells({ name, text, value }: Sighting, wanted: string): boolean {
  return [name, text, value ?? ''].some((said) => says(said, wanted));
}

/** "Total" and "$10" are often two things side by side: in one line, or one line after the other. */
export async function standsBeside(
  view: View,
  { name, role, within }: Target,
  text: string,
): Promise<boolean> {
  if (name === undefined || role !== undefined || within !== undefined) return false;
  const lines = (await view.screen()).text.split('\n').filter((line) => line.trim() !== '');
  return lines.some(
    (line, at) =>
      says(line, name) &&
      (says(line, text) || (isSame(line.replace(/:\s*$/, ''), name) && isSame(lines[at + 1] ?? '', text))),
  );
}

export async function absence(view: View, wanted: Target): Promise<string> {
  const screen = await view.screen();
  return whatIsThere(view, screen, wanted.name ?? wanted.role ?? '');
}

export function whatIsThere({ place }: View, { text }: Screen, wanted: string): string {
  const lines = nearestLines(text, wanted);
  return lines.length === 0
    ? `the ${place} shows no text`
    : `the ${place} says ${lines.map(inQuotes).join(', ')}`;
}

export function theirTexts(sightings: readonly Sighting[], max = 3): string {
  const texts = sightings.map(({ value, text, name }) => shorten(tidy(value ?? (text === '' ? name : text))));
  const rest = texts.length > max ? ` and ${texts.length - max} more` : '';
  return texts.slice(0, max).map(inQuotes).join(', ') + rest;
}

export function nameOf({ name, role, nth, within }: Target): string {
  const which = nth === undefined ? '' : nth === -1 ? 'last ' : `${nth}${suffix(nth)} `;
  const thing = [name === undefined ? null : inQuotes(name), role].filter((part) => part != null).join(' ');
  const article = role === undefined && nth === undefined ? '' : 'the ';
  return `${article}${which}${thing}${within === undefined ? '' : ` in "${within}"`}`;
}

function suffix(nth: number): string {
  if (nth % 100 >= 11 && nth % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th';
}

export function visible(sightings: readonly Sighting[]): Sighting[] {
  return sightings.filter(({ isVisible }) => isVisible);
}

function inQuotes(text: string): string {
  return `"${text}"`;
}
