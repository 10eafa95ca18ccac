import { expect, it } from 'vitest';
import { remembering } from '../../src/kernel/memo.ts';

it('remembers short texts, a bounded number of them, and never a long one', () => {
  const computed: string[] = [];
  const upper = remembering(
    (text) => {
      computed.push(text);
      return text.toUpperCase();
    },
    2,
    5,
  );
  const page = 'whole page';
  for (const text of ['a', 'a', page, page, 'b', 'c', 'a']) expect(upper(text)).toBe(text.toUpperCase());
  expect(computed).toEqual(['a', page, page, 'b', 'c', 'a']);
});
