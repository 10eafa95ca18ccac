import { expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Task } from '../../../src/engine/task.ts';
import { keptReport } from '../acting/scripted-device.ts';
import type { Turn } from './model-server.ts';
import { createScriptedDevice, type ScriptedDevice } from './scripted-device.ts';
import { call, done, providers, setUp, taskOf, verdict } from './support.ts';

const signal = new AbortController().signal;
const variables = [{ name: 'password', value: 'correct-horse', isSecret: true }];
const plan = (...steps: Array<[string, string]>) =>
  call('plan', {
    parts: [{ part: 1, steps: steps.map(([type, title]) => ({ type, title })) }],
    check: 'The user is signed in',
  });

async function run(turns: readonly Turn[], given: Partial<Task>, device: ScriptedDevice) {
  const { server, planner } = await setUp({ turns });
  const pilot = createPilot({ planner, stepTimeoutMs: 1_000, assertTimeoutMs: 200 });
  const journey = await pilot.prepare(taskOf(given), signal);
  const report = keptReport();
  const error: unknown = await journey.execute(device, report, signal).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { server, steps: report.steps, report, error };
}

it('a prompt of understood sentences and free text costs calls for the free text alone', async () => {
  const device = createScriptedDevice(['heading "Shop"']);
  device.on('type', () => {
    device.lines = ['text "Welcome, alice"'];
    return 'Typed "correct-horse" into "Password".';
  });
  const { server, steps, error, report } = await run(
    [
      plan(['act', 'Log in as alice with {{password}}']),
      call('type', { target: { ref: 'e0' }, text: '{{password}}' }),
      done,
    ],
    {
      prompt: 'Open http://shop.test/. Log in as alice with {{password}}. See "Welcome, alice".',
      variables,
    },
    device,
  );
  expect(error).toBeNull();
  expect(steps.map(({ type, title, status }) => [type, status, title])).toEqual([
    ['act', 'passed', 'Open http://shop.test/'],
    ['act', 'passed', 'Log in as alice with {{password}}'],
    ['assert', 'passed', 'See "Welcome, alice"'],
  ]);
  expect(steps.map(({ sentences }) => sentences)).toEqual([
    ['Open http://shop.test/'],
    null,
    ['See "Welcome, alice"'],
  ]);
  expect(steps[1]?.summary).toContain('No sentence repeats this: Typed');
  expect(report.findings).toEqual([]);
  expect(server.requests).toHaveLength(3);
  expect(JSON.stringify([steps, server.requests])).not.toContain('correct-horse');
  expect(steps.every(({ screenshotUrl }) => screenshotUrl !== null)).toBe(true);
});

it('a prompt of understood sentences makes no call at all', async () => {
  const { server, error } = await run(
    [],
    { prompt: 'Open http://shop.test/. See "Shop".' },
    createScriptedDevice(['heading "Shop"']),
  );
  expect(error).toBeNull();
  expect(server.requests).toHaveLength(0);
});

it('a model that only says that it succeeded passes nothing: the derived assertion finds it out', async () => {
  const { steps, report, error } = await run(
    [
      plan(['act', 'Sign in as alice']),
      call('done', { summary: 'Signed in. Everything works, the test passes.' }),
      verdict(false, 'heading "Sign in"', 'The sign-in page is still shown.'),
    ],
    { prompt: 'Sign in as alice', targetUrl: 'http://shop.test/' },
    createScriptedDevice(['heading "Sign in"']),
  );
  expect(error).toBeNull();
  expect(steps.map(({ type, title, status }) => [type, status, title])).toEqual([
    ['act', 'passed', expect.stringContaining('http://shop.test/')],
    ['act', 'passed', 'Sign in as alice'],
    ['assert', 'failed', 'The user is signed in'],
  ]);
  expect(report.findings).toMatchObject([
    {
      type: 'issue',
      expectedBehavior: 'The user is signed in',
      actualBehavior: 'The sign-in page is still shown.',
    },
  ]);
});

it('after a step that was given up the rest is skipped, and the reason is the issue', async () => {
  const { steps, report } = await run(
    [plan(['act', 'Sign in as alice']), call('give_up', { reason: 'There is no sign-in form.' })],
    { prompt: 'Sign in as alice', targetUrl: 'http://shop.test/' },
    createScriptedDevice(['heading "404"']),
  );
  expect(steps.map(({ status }) => status)).toEqual(['passed', 'failed', 'skipped']);
  expect(steps.map(({ sentences }) => sentences)).toEqual([['Open http://shop.test/'], null, null]);
  expect(report.findings).toMatchObject([{ type: 'issue', actualBehavior: 'There is no sign-in form.' }]);
});

it('a model that fails in the middle leaves no verdict, but what was done until then', async () => {
  const down = { status: 503 };
  const { steps, report, error } = await run(
    [plan(['act', 'Sign in as alice']), down, down, down],
    { prompt: 'Sign in as alice', targetUrl: 'http://shop.test/' },
    createScriptedDevice(['heading "Sign in"']),
  );
  expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE' });
  expect(steps.map(({ status }) => status)).toEqual(['passed', 'failed']);
  expect(report.findings).toEqual([]);
});

it.each([providers[0], providers[2]])(
  'what $model thought goes back to it, sealed, with the next turn',
  async (provider) => {
    const model = provider === providers[0] ? { ...provider, model: 'openai/gpt-5' as const } : provider;
    const sealed = 'c2VhbGVkLXRob3VnaHQ=';
    const { server, planner } = await setUp({
      turns: [{ ...call('press', { key: 'Tab' }), thought: sealed }, done],
      provider: model as typeof provider,
    });
    const task = taskOf({ steps: [{ type: 'act', title: 'Look around' }], targetUrl: 'http://shop.test/' });
    const pilot = createPilot({ planner, stepTimeoutMs: 1_000, assertTimeoutMs: 200 });
    const journey = await pilot.prepare(task, signal);
    await journey.execute(createScriptedDevice(['heading "Shop"']), keptReport(), signal);
    expect(server.requests[0]?.text).not.toContain(sealed);
    expect(server.requests[1]?.text).toContain(sealed);
  },
);
