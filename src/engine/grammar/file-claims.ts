import type { Assertion } from './assertion.ts';
import { negated, outside } from './build-claim.ts';
import type { FileNamed } from './claim-kinds.ts';
import type { Comparison } from './instruction.ts';
import { placed } from './parameter-kinds.ts';
import type { ParameterValues } from './pattern.ts';
import { onWeb } from './verb.ts';

/** What can be asserted of the files that a page hands out. */
export const fileAssertions: readonly Assertion[] = [
  {
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
    build(places, isNegated) {
      const isNone = places.get('someFile') === 'none';
      return isNone && isNegated
        ? null
        : negated({ claim: 'downloaded', file: fileOf(places) }, isNegated || isNone);
    },
  },
  {
    platforms: onWeb,
    description: 'A file that was downloaded has so many lines; a heading is one of them.',
    examples: ['The file "report.csv" has 3 lines', 'The downloaded file has at least 2 lines'],
    patterns: ['<download> has|contain <range> lines|line'],
    build(places, isNegated) {
      const range = isNegated ? outside(placed.range(places)) : placed.range(places);
      return range === null ? null : { claim: 'file lines', file: fileOf(places), range };
    },
  },
  {
    platforms: onWeb,
    description: 'One line of a file that was downloaded is this and nothing else, letter case included.',
    examples: ['The file "report.csv" contains the line "Alice,30,Oslo"'],
    patterns: ['<download> contain|has the|a line <text>'],
    build: (places, isNegated) =>
      negated({ claim: 'file line', file: fileOf(places), text: placed.text(places) }, isNegated),
  },
  {
    platforms: onWeb,
    description: 'There is nothing in a file that was downloaded, or nothing but white space.',
    examples: ['The file "report.csv" is not empty', 'The downloaded file is empty'],
    patterns: ['<download> is empty|blank'],
    build: (places, isNegated) => negated({ claim: 'file empty', file: fileOf(places) }, isNegated),
  },
  {
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
    build(places, isNegated) {
      const [file, comparison] = [fileOf(places), comparisons[placed.text(places, 'verb')] ?? 'is'];
      const texts = (places.get('texts') as readonly string[] | undefined) ?? [placed.text(places)];
      const claims = texts.map((text) => negated({ claim: 'file text', file, comparison, text }, isNegated));
      const [first] = claims;
      return claims.length === 1 && first !== undefined ? first : { claim: 'all', of: claims };
    },
  },
];

const comparisons: Readonly<Record<string, Comparison>> = {
  contain: 'contains',
  start: 'starts with',
  end: 'ends with',
};

function fileOf(places: ParameterValues): string | null {
  return placed.textIfAny(places, 'file') ?? (places.get('download') as FileNamed | undefined)?.name ?? null;
}
