import { expect, it } from 'vitest';
import { performing } from '../../../src/engine/acting/perform.ts';
import { perform } from '../../../src/engine/grammar/instruction.ts';

const limits = { signal: new AbortController().signal, timeoutMs: 1_000 };
const device = performing('ios', {
  set_network: async () => 'Turned it off.',
  click: async ({ count = 1 }: { count?: number }) => `Tapped ${count} times.`,
});

it('a device offers what it can perform, in the words for its platform', () => {
  expect(device.actions.map(({ name, description }) => [name, description.slice(0, 20)])).toEqual([
    ['set_network', 'Turns a connection o'],
    ['click', 'Taps on an element; '],
  ]);
});

it('performs it with an input that has the right form, and with no other', async () => {
  const target = { name: 'Save' };
  await expect(device.perform('click', { target, count: 2 }, limits)).resolves.toBe('Tapped 2 times.');
  await expect(device.perform('click', { target, count: 'two' }, limits)).rejects.toMatchObject({
    name: 'ActionFailed',
    message: 'The action "click" got invalid input: count: must be integer.',
  });
});

it('ends the run at what it can not perform', async () => {
  await expect(device.perform('hover', { target: {} }, limits)).rejects.toMatchObject({
    code: 'STEP_NOT_UNDERSTOOD',
  });
});

it('an action or a part of its input that does not exist is a fault of types', () => {
  const count = 2;
  // @ts-expect-error
  expect(perform('clik', { count })).toBeDefined();
  // @ts-expect-error
  expect(perform('click', { cuont: count })).toBeDefined();
  expect(perform('click', { count })).toEqual({ kind: 'perform', action: 'click', input: { count } });
});
