import { type Occurrence, occurrencesOf, textBetween, textOf } from './painted-text.ts';
import { isActive, isArea, isHolding, isItem } from './roles.ts';
import { ancestorsOf, isIn, type Scene, type Thing, thingsIn } from './scene.ts';
import { foldedName, spellingsOf } from './spellings.ts';
import { type Fit, fitOf, isExactFit, nameForm } from './words.ts';

/** A name that is looked for on a scene, with the places where it is painted. */
export interface Sought {
  readonly scene: Scene;
  readonly name: string;
  readonly occurrences: readonly Occurrence[];
  /** How well something is called so by one of its names. */
  fitOf(own: string): Fit | null;
}

/**
 * How well a thing is called by a name, the best first: a name that people see before one that they don't, one that is
 * spelled so before one in other letter case, and the whole name before a part of a longer one.
 */
export const grades = {
  seenSpelled: 0,
  seen: 1,
  unseenSpelled: 2,
  unseen: 3,
  /** A text beside a control that has no label of its own. */
  beside: 4,
  testId: 5,
  seenPart: 6,
  unseenPart: 7,
} as const;
export type Grade = (typeof grades)[keyof typeof grades];

export const isExact = (grade: Grade) => grade < grades.seenPart;

/** What is described is called so as a whole, or is not; in these very words, whatever their letter case, before others. */
export function seek(scene: Scene, name: string, isDescribed = false): Sought {
  if (!isDescribed) {
    const occurrences = occurrencesOf(scene, nameForm(name));
    return { scene, name, occurrences, fitOf: (own) => fitOf(own, name) };
  }
  const own = foldedName(name);
  const spellings = spellingsOf(scene, name);
  const occurrences = spellings
    .flatMap((spelling) => occurrencesOf(scene, spelling))
    .filter(({ isWhole, isLabel }) => isWhole || isLabel)
    .map((occurrence) => ({ ...occurrence, isSpelled: foldedName(occurrence.text) === own }))
    .sort((one, other) => one.from - other.from);
  const fit = (text: string) => {
    const folded = foldedName(text);
    return folded === own ? 'spelled' : spellings.includes(folded) ? 'same' : null;
  };
  return { scene, name, occurrences, fitOf: fit };
}

/** Those that stand in a thing. There may be thousands of each, and they are in order. */
export function occurrencesIn({ occurrences }: Sought, { textFrom, textTo }: Thing): Occurrence[] {
  let [low, high] = [0, occurrences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.firstRun ?? 0) < textFrom) low = middle + 1;
    else high = middle;
  }
  const found: Occurrence[] = [];
  for (let at = low; at < occurrences.length; at += 1) {
    const occurrence = occurrences[at];
    if (occurrence === undefined || occurrence.firstRun >= textTo) break;
    if (occurrence.lastRun < textTo) found.push(occurrence);
  }
  return found;
}

/** Null where it is not called so at all. */
export function gradeOf(sought: Sought, thing: Thing): Grade | null {
  const { scene } = sought;
  let best: Grade | null = null;
  const take = (grade: Grade | null) => {
    if (grade !== null && (best === null || grade < best)) best = grade;
  };
  if (isCalledByText(thing)) take(gradeOfText(sought, thing));
  for (const label of thing.labels) take(seenGrade(sought.fitOf(labelText(scene, thing, label))));
  for (const given of thing.names) {
    if (given.from === 'file') continue;
    const fit = sought.fitOf(given.text);
    if (given.from === 'test id') take(fit === null || fit === 'part' ? null : grades.testId);
    else if (given.from === 'placeholder') take(seenGrade(fit));
    else take(unseenGrade(fit));
  }
  if (best === null && isUnlabelledDropdown(thing) && isExactFit(sought.fitOf(textOf(scene, thing))))
    take(grades.beside);
  if (best === null && isActive(thing) && !isHolding(thing)) take(gradeOfPictures(sought, thing));
  if (best === null && isArea(thing)) take(seenGrade(sought.fitOf(headingIn(scene, thing))));
  return best;
}

/** For want of a name it is called by the choice that it shows. */
function isUnlabelledDropdown({ role, isEditable, labels, names }: Thing): boolean {
  return (
    role === 'combobox' && !isEditable && labels.length === 0 && names.every(({ from }) => from === 'test id')
  );
}

/** Fields and lists are not called by what they hold, nor large parts of a page by all that is in them. */
function isCalledByText(thing: Thing): boolean {
  return !isHolding(thing) && !isArea(thing);
}

function gradeOfText(sought: Sought, thing: Thing): Grade | null {
  const { scene } = sought;
  const own = occurrencesIn(sought, thing);
  if (own.length === 0) return null;
  const fit = sought.fitOf(textOf(scene, thing));
  if (isExactFit(fit)) return seenGrade(fit);
  // A box without a role is not called by some of the words in it: the text itself is nearer.
  if (thing.role === null && !thing.isClickable) return null;
  if (!isItem(thing)) return seenGrade(fit);
  // A row is called by each of its cells, a card by its title.
  const whole = own.filter((occurrence) => occurrence.isWhole);
  if (whole.length === 0) return grades.seenPart;
  return whole.some(({ isSpelled }) => isSpelled) ? grades.seenSpelled : grades.seen;
}

/** A button that shows only a picture is called as the picture is. */
function gradeOfPictures(sought: Sought, thing: Thing): Grade | null {
  if (thing.textTo > thing.textFrom) return null;
  const fits = thingsIn(sought.scene, thing)
    .flatMap(({ names }) => names)
    .filter(({ from }) => from === 'aria' || from === 'alt' || from === 'title')
    .map(({ text }) => unseenGrade(sought.fitOf(text)))
    .filter((grade) => grade !== null);
  return fits.length === 0 ? null : (Math.min(...fits) as Grade);
}

/** Without what is in the control itself, which may be in its label. */
function labelText(scene: Scene, control: Thing, label: number): string {
  const thing = scene.things[label];
  if (thing === undefined) return '';
  if (!isIn(control, thing) || control.textFrom === control.textTo) return textOf(scene, thing);
  return `${textBetween(scene, thing.textFrom, control.textFrom)} ${textBetween(scene, control.textTo, thing.textTo)}`;
}

export function headingIn(scene: Scene, area: Thing): string {
  const heading = thingsIn(scene, area).find(
    (thing) => thing.isVisible && titles.test(thing.role ?? '') && !isOfPart(scene, thing, area),
  );
  return heading === undefined ? '' : textOf(scene, heading);
}

const titles = /^(heading|legend|caption)$/;
const bars = /^(toolbar|banner|navigation|search)$/;

/** The title of one column of a board is not part of the whole board. */
function isOfPart(scene: Scene, heading: Thing, area: Thing): boolean {
  for (const part of ancestorsOf(scene, heading)) {
    if (part === area) return false;
    const isLarger = part.textTo - part.textFrom > heading.textTo - heading.textFrom;
    if (isLarger && (isItem(part) || isArea(part)) && !bars.test(part.role ?? '')) return true;
  }
  return false;
}

/** What a person would call it; empty for what has no name. */
export function nameOf(scene: Scene, thing: Thing): string {
  const label = thing.labels
    .map((index) => labelText(scene, thing, index).trim())
    .find((text) => text !== '');
  if (label !== undefined) return label;
  const given = (from: string) => thing.names.find((name) => name.from === from)?.text ?? '';
  const own = isCalledByText(thing) ? textOf(scene, thing) : '';
  const called = (own.length <= 200 ? own : '') || given('aria') || given('alt');
  if (called !== '') return called;
  const pictures = isActive(thing) ? thingsIn(scene, thing).flatMap(({ names }) => names) : [];
  const pictured = pictures.find(({ from }) => from === 'alt' || from === 'aria')?.text ?? '';
  return pictured || given('title') || given('placeholder') || own.slice(0, 200);
}

/** Whether it has a label that people see: then no other text names it. */
export function hasLabel(scene: Scene, thing: Thing): boolean {
  return thing.labels.some((index) => labelText(scene, thing, index).trim() !== '');
}

function seenGrade(fit: Fit | null): Grade | null {
  if (fit === null) return null;
  return { spelled: grades.seenSpelled, same: grades.seen, part: grades.seenPart }[fit];
}

function unseenGrade(fit: Fit | null): Grade | null {
  if (fit === null) return null;
  return { spelled: grades.unseenSpelled, same: grades.unseen, part: grades.unseenPart }[fit];
}
