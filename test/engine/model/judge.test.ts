import { describe, expect, it } from 'vitest';
import { ActionFailed } from '../../../src/engine/acting/device.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { createScriptedDevice } from './scripted-device.ts';
import { call, done, execute, grammar, sent, verdict } from './support.ts';

const cart = () => createScriptedDevice(['heading "Cart"', 'text "2 items, 30 €"']);
const claim: ['assert', string] = ['assert', 'The cart shows 2 items'];

describe('a judged assertion', () => {
  it('sees nothing of what was done before', async () => {
    const { server, error } = await execute({
      turns: [call('press', { key: 'SecretHandshake' }), done, verdict(true, '2 items, 30 €')],
      steps: [['act', 'Put two things into the cart'], claim],
      device: cart(),
    });
    expect(error).toBeNull();
    const judged = server.requests[2]?.text ?? '';
    expect(judged).not.toContain('SecretHandshake');
    expect(judged).not.toContain('Put two things into the cart');
    expect(judged).not.toContain('It is done.');
    expect(judged).toContain('The cart shows 2 items');
  });

  it.each<[sentence: string | undefined, said: string[][]]>([
    ['See "2 items, 30 €"', [['See "2 items, 30 €"']]],
    ['See "3 items"', []],
    ['Click "Cart"', []],
    ['The cart shows some items', []],
    ['', []],
    [undefined, []],
  ])(
    'that the model puts as %j is repeatable where the grammar finds it true as well',
    async (sentence, said) => {
      const { error, report } = await execute({
        turns: [verdict(true, '2 items, 30 €', 'The cart shows 2 items.', sentence)],
        steps: [claim],
        device: cart(),
        understand: grammar(),
      });
      expect(error).toBeNull();
      expect(report.said).toEqual(said);
    },
  );

  it('that does not hold fails the test, with expected and actual', async () => {
    const { error } = await execute({
      turns: [verdict(false, '2 items, 30 €', 'The cart shows 2 items.')],
      steps: [['assert', 'The cart shows 3 items']],
      device: cart(),
    });
    expect(error).toBeInstanceOf(ActionFailed);
    expect(error).toMatchObject({
      message:
        'Expected: The cart shows 3 items. Instead: The cart shows 2 items. The screen says: "2 items, 30 €"',
      expected: 'The cart shows 3 items',
      actual: 'The cart shows 2 items.',
    });
  });

  it('is not asked again about a screen that stays as it is', async () => {
    const { server } = await execute({ turns: [verdict(false, '')], steps: [claim], device: cart() });
    expect(server.requests).toHaveLength(1);
  });

  it('is asked again when the screen changes within the time, and may hold then', async () => {
    const device = createScriptedDevice(['text "Loading…"']);
    const { error, server } = await execute({
      turns: [
        () => {
          setTimeout(() => {
            device.lines = ['text "2 items, 30 €"'];
          }, 50);
          return verdict(false, 'Loading', 'It is still loading.');
        },
        verdict(true, '2 items'),
      ],
      steps: [claim],
      device,
      timeoutMs: 60_000,
    });
    expect(error).toBeNull();
    expect(server.requests).toHaveLength(2);
  });

  it('is asked no more than three times of a screen that never rests', async () => {
    const device = createScriptedDevice([]);
    let tick = 0;
    device.snapshot = () => {
      tick += 1;
      return Promise.resolve(`text "${tick}"`);
    };
    const { error, server } = await execute({
      turns: Array(9).fill(verdict(false, '')),
      steps: [claim],
      device,
      timeoutMs: 5_000,
    });
    expect(error).toBeInstanceOf(ActionFailed);
    expect(server.requests).toHaveLength(3);
  });

  it('is asked again when only the picture has changed at the end of the time', async () => {
    const device = cart();
    let shots = 0;
    device.screenshot = () => {
      shots += 1;
      return Promise.resolve(Buffer.from([shots]));
    };
    const { error, server } = await execute({
      turns: [verdict(false, ''), verdict(true, '2 items')],
      steps: [claim],
      device,
    });
    expect(error).toBeNull();
    expect(server.requests).toHaveLength(2);
  });
});

describe('a verdict without proof', () => {
  it.each(['', '3 items', 'a', '…', 'heading "Checkout"'])(
    'that quotes "%s" is asked once more and then fails as not proved',
    async (quote) => {
      const { error, server } = await execute({
        turns: [verdict(true, quote), verdict(true, quote)],
        steps: [claim],
        device: cart(),
      });
      expect(error).toBeInstanceOf(ActionFailed);
      expect(error).toMatchObject({ message: expect.stringContaining('not proved') });
      expect(server.requests).toHaveLength(2);
    },
  );

  it('may be mended by a right quote', async () => {
    const { error, server } = await execute({
      turns: [verdict(true, 'two items'), verdict(true, '2 items, 30 €')],
      steps: [claim],
      device: cart(),
    });
    expect(error).toBeNull();
    expect(server.requests[1]?.text).toContain('two items');
  });

  it('may be taken back', async () => {
    const { error } = await execute({
      turns: [verdict(true, 'two items'), verdict(false, '', 'There is no cart.')],
      steps: [claim],
      device: cart(),
    });
    expect(error).toMatchObject({ message: expect.stringContaining('There is no cart.') });
  });

  it('of a model that can not be reached is neither PASS nor FAILED', async () => {
    const { error } = await execute({
      turns: [{ status: 500 }, { status: 500 }, { status: 500 }],
      steps: [claim],
    });
    expect(error).toBeInstanceOf(ExecutionFailure);
  });
});

it.each([
  new Error('no picture'),
  new ExecutionFailure('SITE_TIMEOUT', 'The page did not respond within 15 s.'),
])('what a device can not photograph is judged by its text: %s', async (failure) => {
  const device = cart();
  device.screenshot = () => Promise.reject(failure);
  const { error, server } = await execute({ turns: [verdict(true, '2 items')], steps: [claim], device });
  expect(error).toBeNull();
  expect(sent(server)).not.toContain('image');
});

it('a device that is lost ends the run with its own code', async () => {
  const device = cart();
  device.snapshot = () => Promise.reject(new ExecutionFailure('DEVICE_LOST', 'The phone is gone.'));
  const { error } = await execute({ turns: [], steps: [claim], device });
  expect(error).toMatchObject({ code: 'DEVICE_LOST' });
});

it('a stored screenshot step needs no model', async () => {
  const { error, server } = await execute({
    turns: [],
    steps: [['screenshot', 'The cart as it looks now']],
  });
  expect(error).toBeNull();
  expect(server.requests).toHaveLength(0);
});

it('what is covered may be quoted as it is shown', async () => {
  const { error } = await execute({
    turns: [verdict(true, 'text "Your password is •••"')],
    steps: [['assert', 'The page repeats {{password}}']],
    device: createScriptedDevice(['text "Your password is correct-horse"']),
    task: { variables: [{ name: 'password', value: 'correct-horse', isSecret: true }] },
  });
  expect(error).toBeNull();
});
