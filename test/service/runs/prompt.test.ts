import { expect, it } from 'vitest';
import { promptFault } from '../../../src/service/runs/prompt.ts';

it.each(['', ' \n\t ', 'a\0b', 'a \ud800 b', 'a \udc00\ud800 b'])('a prompt can not be %j', (prompt) => {
  expect(promptFault(prompt)).not.toBeNull();
});

it.each(['see a', 'see "a"\r\n\tsee b', '😀'.repeat(20_000)])('a prompt can be %j', (prompt) => {
  expect(promptFault(prompt)).toBeNull();
});
