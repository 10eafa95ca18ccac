import { describe, expect, it } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import type { Planner } from '../../../src/engine/acting/planner.ts';
import type { Task } from '../../../src/engine/task.ts';
import { keptReport, scriptedDevice } from './scripted-device.ts';

const signal = new AbortController().signal;

function taskOf(prompt: string | null, given: Partial<Task> = {}): Task {
  return { prompt, steps: null, targetUrl: null, platform: 'web', variables: [], ...given };
}

async function execute(task: Task, planner: Planner | null = null) {
  const pilot = createPilot({ planner, stepTimeoutMs: 1_000, assertTimeoutMs: 50 });
  const journey = await pilot.prepare(task, signal);
  const device = scriptedDevice();
  device.shows.text = 'Welcome, alice';
  const report = keptReport();
  await journey.execute(device, report, signal);
  return { device, report };
}

const refused = (task: Task) => expect(execute(task)).rejects;

describe('the pilot', () => {
  it('carries out the sentences of a prompt, with a name and a story that a person would write', async () => {
    const { device, report } = await execute(
      taskOf(
        'Open http://127.0.0.1:3000/login. Type "alice" into "Username". Type "secret" into "Password". Click "Sign in". See "Welcome, alice".',
      ),
    );
    expect(device.performed.map(({ name }) => name)).toEqual(['open', 'type', 'type', 'click']);
    expect(report.steps.map(({ status, type }) => `${type} ${status}`)).toEqual([
      'act passed',
      'act passed',
      'act passed',
      'act passed',
      'assert passed',
    ]);
    expect(report.about).toEqual({
      featureName: 'Sign in',
      description:
        'Open http://127.0.0.1:3000/login → Type "alice" into "Username" → Type "secret" into "Password" → Click "Sign in" → See "Welcome, alice". 5 of 5 steps passed.',
    });
  });

  it('opens the target first, as a step, where no sentence does', async () => {
    const { device, report } = await execute(
      taskOf('See "Welcome, alice"', { targetUrl: 'http://site/start' }),
    );
    expect(report.steps.map(({ title }) => title)).toEqual([
      'Open http://site/start',
      'See "Welcome, alice"',
    ]);
    expect(device.performed).toEqual([{ name: 'open', input: { url: 'http://site/start' } }]);
  });

  it('opens the target only once where a sentence does, and paths on it', async () => {
    const { device } = await execute(
      taskOf('Go to /login. See "Welcome"', { targetUrl: 'http://site/start' }),
    );
    expect(device.performed).toEqual([{ name: 'open', input: { url: 'http://site/login' } }]);
  });

  it('opens nothing by itself on a phone', async () => {
    const { device } = await execute(taskOf('Tap "OK". See "Welcome"', { platform: 'ios' }));
    expect(device.performed.map(({ name }) => name)).toEqual(['click']);
  });

  it('refuses, before anything runs, what it does not understand, with the sentence and three that it does', async () => {
    await refused(taskOf('Open http://site/. Buy something nice. See "Thanks"')).toMatchObject({
      code: 'STEP_NOT_UNDERSTOOD',
      message: expect.stringMatching(
        /^This sentence is not understood: Buy something nice\. I don't understand "Buy"\. .*The nearest that are: .+ \| .+ \| .+\. .*GANTRY_MODEL/,
      ),
    });
  });

  it.each(['', '  \n ', '...', 'Steps:'])('refuses the prompt %j, which says nothing', async (prompt) => {
    await refused(taskOf(prompt)).toMatchObject({
      code: 'STEP_NOT_UNDERSTOOD',
      message: expect.stringContaining('nothing to do'),
    });
  });

  it('refuses a test without steps', async () => {
    await refused(taskOf(null, { steps: [] })).toMatchObject({
      message: expect.stringContaining('no steps'),
    });
  });

  it.each(['Click "A". See "B".', 'Open /login. See "B"', 'Open the site'])(
    'refuses %j without a target, since it names no site',
    async (prompt) => {
      await refused(taskOf(prompt)).toMatchObject({
        code: 'STEP_NOT_UNDERSTOOD',
        message: expect.stringContaining('targetUrl'),
      });
    },
  );

  it('refuses an unknown variable before anything runs', async () => {
    await refused(taskOf('Open http://site/. See "{{nobody}}"')).toMatchObject({ code: 'VARIABLE_UNKNOWN' });
  });

  it('never asks the planner about what it understands', async () => {
    const planner: Planner = { plan: () => Promise.reject(new Error('asked')) };
    const { report } = await execute(taskOf('Open http://site/. See "Welcome"'), planner);
    expect(report.steps).toHaveLength(2);
  });

  it('gives the planner what was read, and a way to understand its own sentences', async () => {
    const planner: Planner = {
      async plan(_task, read, understand) {
        expect(read.map(({ sentence, step }) => [sentence, step === null])).toEqual([
          ['Open http://site/', false],
          ['Buy something nice', true],
        ]);
        const click = understand('Click "Buy"', 'act');
        if ('nearest' in click) throw new Error('not understood');
        const own = { title: 'Look', type: 'assert' as const, execute: async () => 'Looked.' };
        return [...read.flatMap(({ step }) => step ?? []), click, own];
      },
    };
    const { device, report } = await execute(taskOf('Open http://site/. Buy something nice'), planner);
    expect(device.performed.map(({ name }) => name)).toEqual(['open', 'click']);
    expect(report.steps.map(({ title }) => title)).toEqual(['Open http://site/', 'Click "Buy"', 'Look']);
  });
});
