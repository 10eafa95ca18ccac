import { fold, normalize } from '../../kernel/text.ts';
import type { Download } from '../acting/device.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Comparison, Range } from '../grammar/instruction.ts';
import type { FileNamed } from '../grammar/meanings.ts';
import { rangeInWords } from '../grammar/range-words.ts';
import { onWeb } from '../grammar/verb.ts';
import { capital } from '../scene/wording.ts';
import { dataSays, inQuotes, isSameExactly } from '../scene/words.ts';
import { allOf, negated, textsOf } from './build-claim.ts';
import { atOnce, type Check, type CheckInput, type CheckOutcome, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';
import { comparisonInWords, comparisonOf, infinitives } from './comparisons.ts';
import { isWithin, outside } from './number.ts';

/** A part of a line could hold a part of a secret, which masking does not find. */
const longestLine = 120;
const shownLines = 3;

/** A file has been downloaded, or, where it has no name, any. */
export const downloaded: ClaimKind<'downloaded'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description: 'A file has been downloaded as a whole, by any step before; "not" where none has.',
      examples: [
        'The file "report.csv" is downloaded',
        '"report.csv" was downloaded',
        'A file is downloaded',
        'No file was downloaded',
        'The download is complete',
      ],
      patterns: [
        '<download> is downloaded [successfully|correctly]',
        '<download> has been downloaded [successfully|correctly]',
        '<download> appear',
        '<download> is called|named <file>',
        '<file> is downloaded [successfully|correctly]',
        '<file> has been downloaded [successfully|correctly]',
        '<someFile> is downloaded [successfully|correctly]',
        '<someFile> has been downloaded [successfully|correctly]',
        '[the] download is finished|complete|completed|done',
      ],
      build({ download = lastFile, file = download.name, someFile }, { isNegated }) {
        const isNone = someFile === 'none';
        return isNone && isNegated ? null : negated({ claim: 'downloaded', file }, isNegated || isNone);
      },
    }),
  ],
  words({ file }, isWanted) {
    if (file === null) return `${isWanted ? 'a' : 'no'} file is downloaded`;
    return `${fileInWords(file)} is ${isWanted ? '' : 'not '}downloaded`;
  },
  spoken: ofNoThing,
  check: ({ file }, isWanted) => toBeDownloaded(file, isWanted),
};

const lastFile: FileNamed = { name: null };

export const fileLines: ClaimKind<'file lines'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description: 'A file that was downloaded has so many lines; a heading is one of them.',
      examples: ['The file "report.csv" has 3 lines', 'The downloaded file has at least 2 lines'],
      patterns: ['<download> has|contain <range> lines|line'],
      build({ download, range: said }, { isNegated }) {
        const range = isNegated ? outside(said) : said;
        return range === null ? null : { claim: 'file lines', file: download.name, range };
      },
    }),
  ],
  words: ({ file, range }) => `${fileInWords(file)} has ${rangeInWords(range)} lines`,
  spoken: ofNoThing,
  check: ({ file, range }) => toHaveLines(file, range),
};

export const fileLine: ClaimKind<'file line'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description: 'One line of a file that was downloaded is this and nothing else, letter case included.',
      examples: ['The file "report.csv" contains the line "Alice,30,Oslo"'],
      patterns: ['<download> contain|has the|a line <text>'],
      build: ({ download, text }, { isNegated }) =>
        negated({ claim: 'file line', file: download.name, text }, isNegated),
    }),
  ],
  words: ({ file, text }, isWanted) =>
    `${fileInWords(file)} ${comparisonInWords('contains', isWanted)} the line ${inQuotes(text)}`,
  spoken: ofNoThing,
  check: ({ file, text }, isWanted) => toHaveLine(file, text, isWanted),
};

export const fileEmpty: ClaimKind<'file empty'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description: 'There is nothing in a file that was downloaded, or nothing but white space.',
      examples: ['The file "report.csv" is not empty', 'The downloaded file is empty'],
      patterns: ['<download> is empty|blank'],
      build: ({ download }, { isNegated }) =>
        negated({ claim: 'file empty', file: download.name }, isNegated),
    }),
  ],
  words: ({ file }, isWanted) => `${fileInWords(file)} is ${isWanted ? '' : 'not '}empty`,
  spoken: ofNoThing,
  check: ({ file }, isWanted) => toBeEmpty(file, isWanted),
};

export const fileText: ClaimKind<'file text'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description:
        'What is written in a file that was downloaded: the last one of that name, or the last one. "Contains" looks for whole words, letter case included; a comma stands between two of them. It must not contain them in any letter case. "Has the text" is all of it.',
      examples: [
        'The file "report.csv" contains "Alice"',
        'The downloaded file contains "1,200.50"',
        'The file "report.csv" contains "Alice" and "Bob"',
        'The file "report.csv" does not contain "Mallory"',
        'The file "report.csv" starts with "Name,Age"',
        'The file "hello.txt" has the text "Hello"',
      ],
      patterns: [
        '<download> contain [the] [text|texts|word|words|value|values] <texts>',
        '<download> contain [the] [text|word|words|value] <text>',
        '<download> has [the] [text|content|contents] <text>',
        '<download> start|end with [the] [text] <text>',
      ],
      build(places, { verb, isNegated }) {
        const [file, comparison] = [places.download.name, comparisonOf(verb)];
        return allOf(
          textsOf(places).map((text) => negated({ claim: 'file text', file, comparison, text }, isNegated)),
        );
      },
    }),
  ],
  words: ({ file, comparison, text }, isWanted) =>
    `${fileInWords(file)} ${textInWords(comparison, isWanted)} ${inQuotes(text)}`,
  spoken: ofNoThing,
  check: ({ file, comparison, text }, isWanted) => toSay(file, comparison, text, isWanted),
};

/** `has the text`, `does not contain` */
function textInWords(comparison: Comparison, isSo: boolean): string {
  if (comparison !== 'is') return comparisonInWords(comparison, isSo);
  return isSo ? 'has the text' : 'does not have the text';
}

/** `the file "report.csv"`, `the downloaded file` */
function fileInWords(name: string | null): string {
  return name === null ? 'the downloaded file' : `the file "${name}"`;
}

function toBeDownloaded(name: string | null, isWanted: boolean): Check {
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

function toBeEmpty(name: string | null, isWanted: boolean): Check {
  const what = fileInWords(name);
  return fileCheck(name, `${what} ${isWanted ? '' : 'not '}to be empty`, (file) => {
    const isEmpty = file.size === 0 || (file.text?.trim() === '' && !file.isCut);
    if (isEmpty === isWanted) return soFar(`${capital(what)} has ${file.size} bytes.`);
    return { holds: false, actual: isEmpty ? 'it is empty' : `it has ${file.size} bytes${itsLines(file)}` };
  });
}

function toHaveLines(name: string | null, range: Range): Check {
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

function toHaveLine(name: string | null, line: string, isWanted: boolean): Check {
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
function toSay(name: string | null, comparison: Comparison, wanted: string, isWanted: boolean): Check {
  const what = fileInWords(name);
  const how = !isWanted && comparison === 'is' ? 'contains' : comparison;
  const expected = `${what} ${isWanted ? '' : 'not '}to ${how === 'is' ? 'have the text' : infinitives[how]} "${wanted}"`;
  return fileCheck(name, expected, (file) =>
    ofText(file, (text) => {
      const isSo = isWanted ? compares(text, how, wanted) : compares(fold(text), how, fold(wanted));
      // Of a long one, what is not in the part that is known may be in the rest.
      const isKnown = !file.isCut || how === 'starts with' || (how === 'contains' && isSo);
      if (!isKnown) return tooLong;
      if (isSo === isWanted) return soFar(`${capital(what)} ${textInWords(how, isSo)} "${wanted}".`);
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
