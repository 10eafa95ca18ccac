import { fold, normalize } from '../../kernel/text.ts';
import type { Download } from '../acting/device.ts';
import type { Comparison, Range } from '../grammar/instruction.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { capital } from '../scene/wording.ts';
import { dataSays, isSameExactly } from '../scene/words.ts';
import { atOnce, type Check, type CheckInput, type CheckOutcome, steadyMs } from './check.ts';
import { isWithin } from './presence.ts';

const verbs = {
  is: ['has the text', 'have the text'],
  contains: ['contains', 'contain'],
  'starts with': ['starts with', 'start with'],
  'ends with': ['ends with', 'end with'],
} as const;
/** A part of a line could hold a part of a secret, which masking does not find. */
const longestLine = 120;
const shownLines = 3;

/** `the file "report.csv"`, `the downloaded file` */
export function fileInWords(name: string | null): string {
  return name === null ? 'the downloaded file' : `the file "${name}"`;
}

export function downloaded(name: string | null, isWanted: boolean): Check {
  const what = name === null ? 'a file' : fileInWords(name);
  return {
    expected: `${what} ${isWanted ? '' : 'not '}to be downloaded`,
    steadyMs: isWanted ? atOnce : steadyMs,
    async look(input) {
      const downloads = await downloadsOf(input);
      if (isWanted) return ofFile(downloads, name, (file) => soFar(`${inShort(file)} is downloaded.`));
      const finished = downloads.filter(({ state }) => state !== 'failed').findLast(isCalled(name));
      if (finished !== undefined) return { holds: false, actual: `${inShort(finished)} is downloaded` };
      return soFar(`${capital(what)} is not downloaded.`);
    },
  };
}

export function fileEmpty(name: string | null, isWanted: boolean): Check {
  const what = fileInWords(name);
  return fileCheck(name, `${what} ${isWanted ? '' : 'not '}to be empty`, (file) => {
    const isEmpty = file.size === 0 || (file.text?.trim() === '' && !file.isCut);
    if (isEmpty === isWanted) return soFar(`${capital(what)} has ${file.size} bytes.`);
    return { holds: false, actual: isEmpty ? 'it is empty' : `it has ${file.size} bytes${itsLines(file)}` };
  });
}

export function fileLines(name: string | null, range: Range): Check {
  const what = fileInWords(name);
  const noun = range.max === 1 ? 'line' : 'lines';
  return fileCheck(name, `${what} to have ${rangeInWords(range)} ${noun}`, (file) =>
    ofText(file, (text) => {
      const count = linesOf(text).length;
      if (file.isCut) return tooLong;
      if (isWithin(count, range)) return soFar(`${capital(what)} has ${linesInWords(count)}.`);
      return { holds: false, actual: `it has ${linesInWords(count)}${itsLines(file)}` };
    }),
  );
}

export function fileHasLine(name: string | null, line: string, isWanted: boolean): Check {
  const what = fileInWords(name);
  return fileCheck(name, `${what} ${isWanted ? '' : 'not '}to contain the line "${line}"`, (file) =>
    ofText(file, (text) => {
      const isSo = linesOf(text).some((one) => plain(one) === plain(line));
      if (file.isCut && !isSo) return tooLong;
      const said = isSo ? 'contains' : 'does not contain';
      if (isSo === isWanted) return soFar(`${capital(what)} ${said} the line "${line}".`);
      return { holds: false, actual: `it ${isSo ? 'does' : 'does not'}${itsLines(file)}` };
    }),
  );
}

/** What must not be all of it must not be a part of it either, in whatever letter case. */
export function fileSays(
  name: string | null,
  comparison: Comparison,
  wanted: string,
  isWanted: boolean,
): Check {
  const what = fileInWords(name);
  const how = !isWanted && comparison === 'is' ? 'contains' : comparison;
  const expected = `${what} ${isWanted ? '' : 'not '}to ${verbs[how][1]} "${wanted}"`;
  return fileCheck(name, expected, (file) =>
    ofText(file, (text) => {
      const isSo = isWanted ? compares(text, how, wanted) : compares(fold(text), how, fold(wanted));
      // Of a long one, what is not in the part that is known may be in the rest.
      const isKnown = !file.isCut || how === 'starts with' || (how === 'contains' && isSo);
      if (!isKnown) return tooLong;
      const said = isSo ? verbs[how][0] : `does not ${verbs[how][1]}`;
      if (isSo === isWanted) return soFar(`${capital(what)} ${said} "${wanted}".`);
      return { holds: false, actual: `it ${isSo ? 'does' : 'does not'}${itsLines(file)}` };
    }),
  );
}

function compares(text: string, how: Comparison, wanted: string): boolean {
  const [own, sought] = [plain(text), plain(wanted)];
  switch (how) {
    case 'is':
      return own === sought;
    case 'contains':
      return dataSays(own, sought);
    case 'starts with':
      return own.startsWith(sought);
    case 'ends with':
      return own.endsWith(sought);
  }
}

/** Line ends of one kind, and none at the end. */
function plain(text: string): string {
  return normalize(text, 'NFC').replace(/\r\n?/g, '\n').replace(/\n+$/, '');
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function fileCheck(name: string | null, expected: string, look: (file: Download) => CheckOutcome): Check {
  return {
    expected,
    steadyMs: atOnce,
    look: async (input) => ofFile(await downloadsOf(input), name, look),
  };
}

/** None of a screen that has passed: whatever was downloaded stays so. */
async function downloadsOf({ page, signal }: CheckInput): Promise<readonly Download[]> {
  return (await page?.downloads(signal)) ?? [];
}

/** The last of a name: a test that downloads one again speaks of the new one. */
function ofFile(
  downloads: readonly Download[],
  name: string | null,
  look: (file: Download) => CheckOutcome,
): CheckOutcome {
  const file = downloads.findLast(isCalled(name));
  if (file === undefined) return { holds: false, actual: whatElse(downloads) };
  if (file.state === 'finished') return look(file);
  const actual =
    file.state === 'failed'
      ? `its download failed: ${file.reason}`
      : `it is still under way, with ${file.size} bytes so far`;
  return { holds: false, actual };
}

function ofText(file: Download, look: (text: string) => CheckOutcome): CheckOutcome {
  return file.text === null ? { holds: false, actual: 'it is no text' } : look(file.text);
}

const tooLong: CheckOutcome = { holds: false, actual: 'it is too long: only the first MiB of it is read' };

function whatElse(downloads: readonly Download[]): string {
  if (downloads.length === 0) return 'no file is downloaded';
  return `what was downloaded is called ${[...new Set(downloads.map(({ name }) => `"${name}"`))].join(', ')}`;
}

function isCalled(name: string | null): (file: Download) => boolean {
  return (file) => name === null || isSameExactly(file.name, name);
}

function soFar(evidence: string): CheckOutcome {
  return { holds: true, evidence };
}

function inShort({ name, size }: Download): string {
  return `"${name}" (${size} bytes)`;
}

function linesInWords(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

/** How it begins. */
function itsLines({ text }: Download): string {
  const lines = linesOf(text ?? '').slice(0, shownLines);
  const shown = lines.map((line) =>
    line.length <= longestLine ? `"${line}"` : `a line of ${line.length} characters`,
  );
  return shown.length === 0 ? '' : `; it begins with ${shown.join(', ')}`;
}
