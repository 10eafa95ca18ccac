import { describe, expect, it } from 'vitest';
import { assertions } from '../../../src/engine/checks/claims.ts';
import { verbs } from '../../../src/engine/grammar/vocabulary.ts';
import {
  call,
  done,
  grammar,
  prompt,
  sent,
  setUp,
  smallVocabulary,
  stored,
  taskOf,
  understandsNothing,
} from './support.ts';

const signal = new AbortController().signal;
const planOf = (steps: unknown[], check = 'The order is confirmed') =>
  call('plan', { parts: [{ part: 1, steps }], check });

describe('planning', () => {
  it('makes no call when everything is understood', async () => {
    const { understand } = smallVocabulary();
    const { server, planner } = await setUp({ turns: [] });
    const steps = await planner.plan(
      taskOf({}),
      prompt(understand, 'Click "Buy"', 'See "Thanks"'),
      understand,
      signal,
    );
    expect(steps.map(({ title }) => title)).toEqual(['Click "Buy"', 'See "Thanks"']);
    expect(server.requests).toHaveLength(0);
  });

  it('makes no call for stored steps: each stays one step under its own name', async () => {
    const { server, planner } = await setUp({ turns: [] });
    const read = stored(['act', 'Fill the cart'], ['assert', 'The cart is full'], ['screenshot', 'The cart']);
    const steps = await planner.plan(taskOf({}), read, understandsNothing, signal);
    expect(steps.map(({ type, title }) => [type, title])).toEqual([
      ['act', 'Fill the cart'],
      ['assert', 'The cart is full'],
      ['screenshot', 'The cart'],
    ]);
    expect(server.requests).toHaveLength(0);
  });

  it('puts the steps of several free parts in their places', async () => {
    const { understand } = smallVocabulary();
    const plan = call('plan', {
      parts: [
        { part: 2, steps: [{ type: 'assert', title: 'The cart is empty' }] },
        { part: 1, steps: [{ type: 'act', title: 'Log in' }] },
      ],
      check: 'All is well',
    });
    const { server, planner } = await setUp({ turns: [plan] });
    const read = prompt(understand, 'Log in', 'as anyone', 'Click "Cart"', 'nothing should be in it');
    const steps = await planner.plan(taskOf({}), read, understand, signal);
    expect(steps.map(({ title }) => title)).toEqual(['Log in', 'Click "Cart"', 'The cart is empty']);
    expect(server.requests[0]?.text).toContain('(part 1) Log in as anyone');
  });

  it('never leaves a prompt without an assertion', async () => {
    const { planner } = await setUp({ turns: [planOf([{ type: 'act', title: 'Buy a shirt' }])] });
    const read = prompt(understandsNothing, 'Buy a shirt');
    const steps = await planner.plan(taskOf({}), read, understandsNothing, signal);
    expect(steps.map(({ type, title }) => [type, title])).toEqual([
      ['act', 'Buy a shirt'],
      ['assert', 'The order is confirmed'],
    ]);
  });

  it('gives nothing that the planner made up to the vocabulary, which would look for it to the letter', async () => {
    const { understand, own } = smallVocabulary();
    const steps = [
      { type: 'act', title: 'Click "Sign in"' },
      { type: 'act', title: 'Click "Buy"' },
      { type: 'assert', title: 'See "Order #1 confirmed"' },
    ];
    const { planner } = await setUp({ turns: [planOf(steps), done] });
    const read = prompt(understand, 'Log in and press “buy”');
    const planned = await planner.plan(taskOf({}), read, understand, signal);
    expect(planned.map((step) => own.includes(step))).toEqual([false, true, false]);
  });

  it('gives no name without quotes to the vocabulary, either, that the person has not said', async () => {
    const steps = [
      { type: 'act', title: 'Click the Login button' },
      { type: 'act', title: 'Click the Buy button' },
      { type: 'assert', title: 'The confirmation dialog is shown' },
    ];
    const { planner } = await setUp({ turns: [planOf(steps)] });
    const read = prompt(understandsNothing, 'Sign in, then press buy and confirm');
    const planned = await planner.plan(taskOf({}), read, grammar(), signal);
    expect(planned.map((step) => 'opens' in step)).toEqual([false, true, false]);
  });

  it('tells the planner how each thing is said that the vocabulary understands', async () => {
    const { server, planner } = await setUp({ turns: [planOf([{ type: 'act', title: 'Buy' }])] });
    await planner.plan(taskOf({}), prompt(understandsNothing, 'Buy'), understandsNothing, signal);
    const asked = JSON.stringify(server.requests[0]?.body);
    const said = [...verbs, ...assertions]
      .filter(({ platforms }) => platforms.includes('web'))
      .flatMap(({ examples }) => examples.find((example) => !example.includes('{{')) ?? []);
    for (const example of said) {
      if (example === 'Take a screenshot') continue;
      expect(asked).toContain(JSON.stringify(example).slice(1, -1));
    }
    expect(asked).not.toContain('Swipe left');
  });

  it('tells the model what is wrong with its plan, and takes a better one', async () => {
    const { server, planner } = await setUp({
      turns: [
        call('plan', { parts: [], check: 'x' }),
        call('plan', { parts: [{ part: 7, steps: [{ type: 'act', title: 'Buy' }] }], check: 'Bought' }),
        planOf([{ type: 'act', title: 'Log in with {{passwort}}' }]),
      ],
    });
    const plan = planner.plan(taskOf({}), prompt(understandsNothing, 'Buy'), understandsNothing, signal);
    await expect(plan).rejects.toMatchObject({
      code: 'MODEL_CONFUSED',
      message: expect.stringContaining('{{passwort}}'),
    });
    expect(server.requests[2]?.text).toContain('part 1 has 0');
  });

  it('refuses an unknown variable before it asks anything', async () => {
    const { server, planner } = await setUp({ turns: [] });
    const read = prompt(understandsNothing, 'Log in with {{password}}');
    const plan = planner.plan(taskOf({}), read, understandsNothing, signal);
    await expect(plan).rejects.toMatchObject({ code: 'VARIABLE_UNKNOWN' });
    expect(server.requests).toHaveLength(0);
  });

  it('tells the planner of secrets by name only', async () => {
    const variables = [
      { name: 'username', value: 'alice', isSecret: false },
      { name: 'password', value: 'correct-horse', isSecret: true },
    ];
    const { server, planner } = await setUp({ turns: [planOf([{ type: 'act', title: 'Log in' }])] });
    const read = prompt(understandsNothing, 'Log in, the password is correct-horse');
    await planner.plan(taskOf({ variables }), read, understandsNothing, signal);
    expect(sent(server)).toContain('{{password}} (secret)');
    expect(sent(server)).not.toContain('correct-horse');
  });
});
