import { leastSimilarity, letterPairs, similarityOf } from '../../kernel/similarity.ts';
import { comparable, fold, oneLine, plainSigns, shorten, tidy } from '../../kernel/text.ts';
import { bottom, type Rect, sharedHeight, sharedWidth, union } from './rect.ts';
import type { Gap, Scene, TextRun, Thing } from './scene.ts';
import { partPlaces, wholePlaces } from './words.ts';

/** All runs of a scene as one line: as it is painted, as it is compared, and in lower case, letter below letter. */
interface Flow {
  readonly text: string;
  readonly compared: string;
  readonly folded: string;
  /** Where each run begins; one more for the end. */
  readonly starts: readonly number[];
}

/** A place where a text is painted. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly rect: Rect;
  /** In the letter case that was asked for. */
  readonly isSpelled: boolean;
  /** Nothing else is in its box or line. */
  readonly isWhole: boolean;
  /** It begins its box or line, and a colon and more follow: "Total: $43.18". */
  readonly isLabel: boolean;
  /** Another word of its box or line stands right before it. */
  readonly isAfterWord: boolean;
  /** As it is painted. */
  readonly text: string;
}

const flows = new WeakMap<Scene, Flow>();

function flowOf(scene: Scene): Flow {
  let flow = flows.get(scene);
  if (flow === undefined) {
    flow = pour(scene.runs);
    flows.set(scene, flow);
  }
  return flow;
}

function pour(runs: readonly TextRun[]): Flow {
  const starts: number[] = [];
  let text = '';
  for (const run of runs) {
    const own = tidy(run.text);
    if (text !== '' && own !== '' && run.gap !== 'none') text += ' ';
    starts.push(text.length);
    text += own;
  }
  starts.push(text.length);
  const compared = plainSigns(text);
  return { text, compared, folded: fold(compared), starts };
}

/** Where a text is painted as whole words, in reading order; with `part` also within words. */
export function occurrencesOf(scene: Scene, wanted: string, { isPart = false } = {}): Occurrence[] {
  const flow = flowOf(scene);
  const sought = comparable(wanted);
  if (sought === '') return [];
  const places = isPart ? partPlaces(flow.folded, fold(sought)) : wholePlaces(flow.folded, fold(sought));
  return places.flatMap((from) => occurrenceAt(scene, flow, from, sought) ?? []);
}

function occurrenceAt(scene: Scene, flow: Flow, from: number, sought: string): Occurrence | null {
  const to = from + sought.length;
  const firstRun = runAt(flow, from);
  const lastRun = runAt(flow, to - 1);
  let rect: Rect | null = null;
  for (let at = firstRun; at <= lastRun; at += 1) {
    const run = scene.runs[at];
    if (run === undefined) continue;
    const before = scene.runs[at - 1];
    if (at > firstRun && before !== undefined && !isTogether(before, run)) return null;
    rect = union(rect, partOf(run, flow.starts[at] ?? 0, tidy(run.text).length, from, to));
  }
  if (rect === null) return null;
  const text = flow.text.slice(from, to);
  const isStart = startsPhrase(scene, flow, from, firstRun);
  const isWhole = isStart && endsPhrase(scene, flow, to, lastRun);
  return {
    from,
    to,
    firstRun,
    lastRun,
    rect,
    isSpelled: flow.compared.slice(from, to) === sought,
    isWhole,
    isLabel: isStart && !isWhole && /^\s?:(?!\/\/)/.test(flow.text.slice(to, to + 4)),
    isAfterWord: !isStart && /[\p{L}\p{N}]\s?$/u.test(flow.text.slice(Math.max(from - 2, 0), from)),
    text,
  };
}

/** The run that holds a place of the flow. */
function runAt({ starts }: Flow, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  // Runs without text begin where the next one does.
  return Math.min(low, starts.length - 2);
}

/** Words of two blocks make one text only where a person reads on from one to the other: beside it or right below. */
function isTogether(before: TextRun, after: TextRun): boolean {
  if (after.gap !== 'block') return true;
  if (sharedHeight(before.rect, after.rect) >= 0.5) return true;
  const lineHeight = Math.max(Math.min(before.rect.height, after.rect.height), 8);
  const distance = after.rect.y - bottom(before.rect);
  return distance > -lineHeight && distance < 2.5 * lineHeight && sharedWidth(before.rect, after.rect) > 0;
}

/** The part of a line that some of its letters take, as if all were of one width. */
function partOf(run: TextRun, start: number, length: number, from: number, to: number): Rect {
  const { rect } = run;
  const [first, last] = [Math.max(from - start, 0), Math.min(to - start, length)];
  if ((first === 0 && last === length) || length === 0) return rect;
  const width = rect.width / length;
  return { ...rect, x: rect.x + first * width, width: (last - first) * width };
}

function startsPhrase(scene: Scene, flow: Flow, from: number, run: number): boolean {
  const before = flow.text.slice(flow.starts[run] ?? 0, from);
  return /^[\s*]*$/.test(before) && opens(scene, run);
}

function endsPhrase(scene: Scene, flow: Flow, to: number, run: number): boolean {
  const end = (flow.starts[run] ?? 0) + tidy(scene.runs[run]?.text ?? '').length;
  if (!isTrimming(flow.text.slice(to, end))) return false;
  for (let at = run + 1; at < scene.runs.length; at += 1) {
    if (opens(scene, at)) return true;
    if (!isTrimming(scene.runs[at]?.text ?? '')) return false;
  }
  return true;
}

/** What stands behind a label and is not part of it. */
function isTrimming(text: string): boolean {
  return /^[\s:*]*$/.test(text);
}

const parts: ReadonlySet<Gap> = new Set(['edge', 'line', 'block']);

function opens(scene: Scene, run: number): boolean {
  return run === 0 || parts.has(scene.runs[run]?.gap ?? 'block');
}

/** Its visible text with that of everything in it, in one line. */
export function textOf(scene: Scene, { textFrom, textTo }: Thing): string {
  return textBetween(scene, textFrom, textTo);
}

export function textBetween(scene: Scene, fromRun: number, toRun: number): string {
  const { text, starts } = flowOf(scene);
  return fromRun >= toRun ? '' : text.slice(starts[fromRun] ?? 0, starts[toRun] ?? 0).trim();
}

/** A line, cell, chip or caption: runs that stand together, with what its text is. */
export interface PaintedPhrase {
  readonly text: string;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly rect: Rect;
}

export function phrasesOf(scene: Scene, fromRun = 0, toRun = scene.runs.length): PaintedPhrase[] {
  const phrases: PaintedPhrase[] = [];
  for (let first = fromRun; first < toRun; ) {
    let last = first;
    let rect: Rect | null = scene.runs[first]?.rect ?? null;
    while (last + 1 < toRun && !opens(scene, last + 1)) {
      last += 1;
      rect = union(rect, scene.runs[last]?.rect ?? null);
    }
    const text = textBetween(scene, first, last + 1);
    if (text !== '' && rect !== null) phrases.push({ text, firstRun: first, lastRun: last, rect });
    first = last + 1;
  }
  return phrases;
}

export interface Line {
  readonly text: string;
  readonly rect: Rect;
}

/** The text of the screen, a line for each block. */
export function screenLines(scene: Scene): Line[] {
  const lines: Line[] = [];
  for (const { text, gap, rect } of scene.runs) {
    const own = oneLine(text);
    if (own === '') continue;
    const last = gap === 'block' || gap === 'line' ? undefined : lines.pop();
    if (last === undefined) lines.push({ text: own, rect });
    else
      lines.push({
        text: `${last.text}${gap === 'none' ? '' : ' '}${own}`,
        rect: union(last.rect, rect) ?? rect,
      });
  }
  return lines;
}

const maxLines = 2_000;
const maxLineLength = 500;
const leastOfPart = 0.6;

/** The lines that resemble the wanted text most; none where none does. */
export function nearestLines(lines: readonly Line[], wanted: string, max = 3): Line[] {
  const sought = fold(comparable(wanted));
  const pairs = letterPairs(sought);
  const known = new Set<string>();
  const scored: Array<{ line: Line; score: number }> = [];
  for (const { text, rect } of lines.slice(0, maxLines)) {
    const line = { text: shorten(tidy(text.slice(0, maxLineLength))), rect };
    if (known.has(line.text)) continue;
    known.add(line.text);
    const folded = fold(comparable(text.slice(0, maxLineLength)));
    // "421" is what there is in the place of "42", however much stands around it.
    const least = sought !== '' && folded.includes(sought) ? leastOfPart : 0;
    const score = Math.max(similarityOf(letterPairs(folded), pairs), least);
    if (score >= leastSimilarity) scored.push({ line, score });
  }
  scored.sort((one, other) => other.score - one.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best * 0.7)
    .slice(0, max)
    .map(({ line }) => line);
}
