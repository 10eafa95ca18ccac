import { expect, it } from 'vitest';
import { outcomeOf, type WritingOutcome } from '../../../src/engine/acting/writing.ts';

it.each<[what: string, before: string, text: string, after: string, outcome: WritingOutcome]>([
  ['letter for letter', 'old', 'new', 'new', 'taken'],
  ['the same again', 'same', 'same', 'same', 'taken'],
  ['with the spaces of an editor', '', 'a  b\nc', 'a\u00a0 b\n\nc\u200b', 'taken'],
  ['without the spaces at its ends', '', ' a ', 'a', 'taken'],
  ['as a card or a phone is written', '', '5551234567', '(555) 123-4567', 'taken'],
  ['as an amount of money', '', '1234', '$1,234', 'taken'],
  ['in other letter case', '', 'abc', 'ABC', 'taken'],
  ['without the signs of Markdown', '', '**bold**', 'bold', 'taken'],
  ['the form that was there before', '123-45', '12345', '123-45', 'taken'],
  ['a part, since no more fits', '', '12345', '12', 'changed'],
  ['with an ending of the field', '', '12', '12.00 kg', 'changed'],
  ['nothing', 'old', 'new', 'old', 'nothing'],
  ['nothing, and what was there is gone', 'old', 'new', '', 'nothing'],
  ['nothing of what consists of signs', '', '!!!', '', 'nothing'],
  ['emptied', 'old', '', '', 'taken'],
  ['emptied down to its mask', '12/31/2024', '', '__/__/____', 'taken'],
  ['emptied where only the mask was', '(___) ___', '', '(___) ___', 'taken'],
  ['emptied down to what stays', '+1 555', '', '+1', 'changed'],
  ['not emptied', 'old', '', 'old', 'nothing'],
])('a field in place of whose text another is written: %s', (_what, before, text, after, outcome) => {
  expect(outcomeOf({ before, text, after, replace: true })).toBe(outcome);
});

it.each<[what: string, before: string, text: string, after: string, outcome: WritingOutcome]>([
  ['behind all lines', 'a\nb', ' c', 'a\nb c', 'taken'],
  ['behind the paragraphs of an editor', 'a\nb', ' c', 'a\n\nb\u00a0c', 'taken'],
  ['in the form of the field', '1234-5', '678', '1234-5678', 'taken'],
  ['behind the first line only', 'a\nb', ' c', 'a c\nb', 'misplaced'],
  ['before all lines', 'a\nb', 'c', 'ca\nb', 'misplaced'],
  ['as a sign behind the first line', 'a\nb', '!', 'a!\nb', 'misplaced'],
  ['a part, since no more fits', 'ab', 'cdef', 'abcd', 'changed'],
  [
    'behind what an editor shows of a long text',
    'line 1\nline 99',
    ' end',
    'line 98\nline 99 end',
    'changed',
  ],
  ['nothing', 'ab', 'c', 'ab', 'nothing'],
  ['nothing of what consists of signs', 'ab', '!', 'ab', 'nothing'],
])('a field to which a text is added: %s', (_what, before, text, after, outcome) => {
  expect(outcomeOf({ before, text, after, replace: false })).toBe(outcome);
});

it('a letter with a hundred thousand marks is compared in no time that grows with their square', () => {
  const marks = `a${'\u0301\u0323'.repeat(50_000)}`;
  expect(outcomeOf({ before: '', text: marks, after: marks, replace: true })).toBe('taken');
});
