import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { splitSentences } from '../../../src/engine/grammar/sentences.ts';

const samples: Array<[prompt: string, steps: string[]]> = [
  [
    'Open http://127.0.0.1:3000/login. Type "alice" into "Username". Type "secret" into "Password". Click "Sign in". See "Welcome, alice".',
    [
      'Open http://127.0.0.1:3000/login',
      'Type "alice" into "Username"',
      'Type "secret" into "Password"',
      'Click "Sign in"',
      'See "Welcome, alice"',
    ],
  ],
  ['1. Open /login\n2. Click "Go"\n3) See "Hi"', ['Open /login', 'Click "Go"', 'See "Hi"']],
  ['- Open /\n* Click "A"\n• See "B"', ['Open /', 'Click "A"', 'See "B"']],
  ['1. Open /login. 2. Click "Go". 3. See "Hi".', ['Open /login', 'Click "Go"', 'See "Hi"']],
  ['Steps:\n- [ ] Open /\n- [x] Click "A"', ['Open /', 'Click "A"']],
  ['Step 1: Open /. Step 2: Click "A"', ['Open /', 'Click "A"']],
  [
    'Given I open /login\nWhen I click "Sign in"\nThen I should see "Hi"\nAnd the user should not see "Bye"\nBut I see "X"',
    ['Open /login', 'Click "Sign in"', 'Should see "Hi"', 'Should not see "Bye"', 'See "X"'],
  ],
  ['Next, click "A". After that, please click "B". Finally, see "C"!', ['Click "A"', 'Click "B"', 'See "C"']],
  [
    'Type "alice" into "Username" and click "Sign in", then see "Welcome"',
    ['Type "alice" into "Username"', 'Click "Sign in"', 'See "Welcome"'],
  ],
  ['Type "x" in "Search" and press Enter', ['Type "x" in "Search"', 'Press Enter']],
  [
    'Fill "A" with "1", fill "B" with "2" and click "OK"',
    ['Fill "A" with "1"', 'Fill "B" with "2"', 'Click "OK"'],
  ],
  ['See "A. B! C? D; E" and "F"', ['See "A. B! C? D; E" and "F"']],
  ['See "A"; see "B"', ['See "A"', 'See "B"']],
  [
    'Open the page v1.2.3 of report.final.pdf. See "3.50"',
    ['Open the page v1.2.3 of report.final.pdf', 'See "3.50"'],
  ],
  ['Open https://a.example/x?y=1;z=2. See "A"', ['Open https://a.example/x?y=1;z=2', 'See "A"']],
  ["Don't see 'It's broken'. See ‘It’s fine’", ["Don't see 'It's broken'", 'See ‘It’s fine’']],
  [
    'See „Ja. Nein“. See «Oui. Non». See “Yes. ‘No.’ ”',
    ['See „Ja. Nein“', 'See «Oui. Non»', 'See “Yes. ‘No.’ ”'],
  ],
  ['Click `a.b`. Click "c".Click "d"', ['Click `a.b`', 'Click "c"', 'Click "d"']],
  [
    'Type "a" into "B" and press Enter. In the row "Bob", click "Ask" and see "Done"',
    ['Type "a" into "B"', 'Press Enter', 'In the row "Bob", click "Ask"', 'See "Done"'],
  ],
  ['Drag and drop "A" onto "B"', ['Drag and drop "A" onto "B"']],
  ['In the row "Alice", click "Delete". See "Gone"', ['In the row "Alice", click "Delete"', 'See "Gone"']],
  [
    'Type "line one\nline two" into "Notes". See "ok"',
    ['Type "line one\nline two" into "Notes"', 'See "ok"'],
  ],
  ['Type {{user.name}} into "User". See "x"', ['Type {{user.name}} into "User"', 'See "x"']],
  ['The user name field and type of account', ['The user name field and type of account']],
  ['打开 /login。点击 "登录"。', ['打开 /login', '点击 "登录"']],
  ['   \n\n . ! ', []],
];

describe('a prompt', () => {
  it.each(samples)('%j becomes its steps', (prompt, steps) => {
    expect(stepsOf(prompt)).toEqual(steps);
  });

  const pairs = ['""', '“”', '„“', '«»', '「」', '``'] as const;
  const inner = fc.string({ unit: fc.constantFrom(..."ab Z.!?;,:19-é'"), minLength: 1, maxLength: 20 });
  const quotation = fc
    .tuple(fc.constantFrom(...pairs), inner)
    .map(([pair, text]) => `${pair[0]}${text}${pair[1]}`);
  const sentence = fc
    .tuple(fc.constantFrom('Click', 'See', 'Tap on', 'Hover over'), quotation)
    .map(([verb, name]) => `${verb} ${name}`);

  it('is split where its sentences were joined, whatever stands in their quotes', () => {
    const joints = fc.constantFrom('. ', '.\n', '\n', '; ', '! ', '? ', '\n- ', '.\r\n', ' and ', ', then ');
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), joints, (sentences, joint) => {
        const expected = /and|then/.test(joint) ? sentences.map(sentenceCase) : sentences;
        const text = /and|then/.test(joint) ? sentences.map(lowerCase).join(joint) : sentences.join(joint);
        expect(stepsOf(text)).toEqual(expected);
      }),
    );
  });

  it('is split again into the same sentences', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const once = splitSentences(text).filter((part) => !/["“”„«»「」`'‘’‚‹›]/.test(part));
        expect(splitSentences(once.join('\n'))).toEqual(once);
      }),
    );
  });
});

function stepsOf(prompt: string): string[] {
  return splitSentences(prompt)
    .flatMap((sentence) => readSentence(sentence))
    .map(({ sentence }) => sentence);
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerCase(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
