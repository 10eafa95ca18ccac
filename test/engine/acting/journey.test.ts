import { describe, expect, it, vi } from 'vitest';
import { ActionFailed, type Incident, NothingCalledSo } from '../../../src/engine/acting/device.ts';
import { createJourney, type JourneyStep } from '../../../src/engine/acting/journey.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import type { StepType, Task } from '../../../src/engine/task.ts';
import { greyPng } from '../../../src/kernel/png.ts';
import { replayed } from '../scene/replayed.ts';
import { keptReport, type ScriptedDevice, scriptedDevice } from './scripted-device.ts';

const task: Task = { prompt: 'Test it', steps: null, targetUrl: null, platform: 'web', variables: [] };
const never = new AbortController().signal;

function step(title: string, type: StepType, execute: JourneyStep['execute'] = async () => `${title} done.`) {
  return { title, type, execute };
}

async function journey(
  steps: JourneyStep[],
  options: {
    device?: ScriptedDevice;
    task?: Task;
    signal?: AbortSignal;
    timeoutMs?: number;
    report?: ReturnType<typeof keptReport>;
  } = {},
) {
  const device = options.device ?? scriptedDevice();
  const report = options.report ?? keptReport();
  const timeoutMs = options.timeoutMs ?? 1_000;
  const carried = createJourney(options.task ?? task, steps, {
    stepTimeoutMs: timeoutMs,
    assertTimeoutMs: timeoutMs,
  });
  const error = await carried.execute(device, report, options.signal ?? never).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { report, device, error };
}

const typo = {
  type: 'issue',
  name: 'Typo',
  description: 'It says "Welcom".',
  url: null,
  severity: 2,
  expectedBehavior: null,
  actualBehavior: null,
} as const;

function gate() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((pass) => {
    resolve = pass;
  });
  return { promise, resolve };
}

function answered(status: number, path = '/api/save', atMs = Date.now()): Incident {
  return {
    kind: 'answer',
    message: `POST ${path} answered ${status}.`,
    url: `http://site${path}`,
    status,
    atMs,
    answer: null,
  };
}

describe('a journey', () => {
  it('leaves for every step its evidence, its times and a screenshot', async () => {
    const { report, error } = await journey([
      step('Click "A"', 'act'),
      step('See "B"', 'assert'),
      step('Cart', 'screenshot'),
    ]);
    expect(error).toBeNull();
    expect(report.steps).toMatchObject([
      {
        title: 'Click "A"',
        type: 'act',
        status: 'passed',
        summary: 'Click "A" done.',
        screenshotUrl: '/files/1.png',
      },
      { title: 'See "B"', type: 'assert', status: 'passed', error: null, screenshotUrl: '/files/2.png' },
      { title: 'Cart', type: 'screenshot', status: 'passed', screenshotUrl: '/files/3.png' },
    ]);
    const times = report.steps.flatMap(({ startedAtMs, completedAtMs }) => [startedAtMs, completedAtMs]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    // From the beginning of the run, not from 1970.
    expect(times[0]).toBeLessThan(1_000_000_000);
    expect(report.findings).toEqual([]);
    expect(report.traces).toEqual([]);
    expect(report.about.description).toContain('3 of 3 steps passed');
  });

  it('skips what follows a failed action, and reports it with what was expected', async () => {
    const fail = async () => {
      throw new ActionFailed('There is no button "A".', { expected: 'a button "A"', actual: 'a button "B"' });
    };
    const { report, error, device } = await journey([
      step('Click "A"', 'act', fail),
      step('See "B"', 'assert'),
    ]);
    expect(error).toBeNull();
    expect(report.steps.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    expect(report.steps[0]).toMatchObject({
      error: 'There is no button "A".',
      screenshotUrl: '/files/1.png',
    });
    expect(report.findings).toEqual([
      {
        type: 'issue',
        name: 'Could not be done: Click "A"',
        description: 'There is no button "A".',
        url: 'http://site/',
        severity: 4,
        expectedBehavior: 'a button "A"',
        actualBehavior: 'a button "B"',
        screenshotUrl: '/files/1.png',
        stepIndex: 0,
        stepsToReproduce: null,
        rect: null,
      },
    ]);
    expect(device.screenshots).toBe(1);
    expect(report.traces).toHaveLength(1);
  });

  it('says of an issue in which step it came up, what was done until then, and where it is in the picture', async () => {
    const device = scriptedDevice({ screenshot: async () => greyPng(2_000, 2_000, 0) });
    const fail = async () => {
      throw new ActionFailed('It says 3.', { rect: { x: 10, y: 20, width: 30.2, height: 40 } });
    };
    const { report } = await journey(
      [
        step('Open "/cart"', 'act'),
        step('See "Cart"', 'assert'),
        step('Click "Add".', 'act'),
        step('See "2"', 'assert', fail),
      ],
      { device },
    );
    expect(report.findings).toMatchObject([
      {
        stepIndex: 3,
        stepsToReproduce: 'Open "/cart" → Click "Add"',
        rect: { x: 20, y: 40, width: 61, height: 80 },
      },
    ]);
  });

  it('says so also of what a step finds beside its own end, and of what goes wrong on the server', async () => {
    const device = scriptedDevice();
    const { report } = await journey(
      [
        step('Open "/"', 'act'),
        step('Click "Save"', 'act', async (context) => {
          context.report.finding({ ...typo, screenshotUrl: null });
          device.incidentsToCome.push({ ...answered(500), answer: '{"error":"disk full"}' });
          return 'Saved.';
        }),
      ],
      { device },
    );
    expect(report.findings).toMatchObject([
      { name: 'Typo', stepIndex: 1, stepsToReproduce: 'Open "/"', rect: null },
      {
        name: 'POST /api/save answered 500',
        actualBehavior: 'POST /api/save answered 500: {"error":"disk full"}',
        stepIndex: 1,
        stepsToReproduce: 'Open "/"',
      },
    ]);
  });

  it('keeps what was on the screen of each failed step, without what is secret', async () => {
    const device = scriptedDevice({
      shows: { url: 'http://site/?key=sesame', title: 'Key sesame', text: 'The key is sesame.\nBye' },
      things: [{ role: 'textbox', value: 'sesame', isEditable: true }],
    });
    const fail = async () => {
      throw new ActionFailed('Not there.');
    };
    const variables = [{ name: 'KEY', value: 'sesame', isSecret: true }];
    const { report } = await journey(
      [step('See "Hi"', 'assert', fail), step('See "Bye"', 'assert'), step('See "Ho"', 'assert', fail)],
      { device, task: { ...task, variables } },
    );
    expect(report.steps.map(({ sceneUrl }) => sceneUrl)).toEqual(['/files/1.json', null, '/files/2.json']);
    const [kept = Buffer.from('{}')] = report.scenes;
    expect(kept.toString()).not.toContain('sesame');
    const scene = replayed(kept.toString());
    expect(screenLines(scene).map(({ text }) => text)).toEqual(['The key is •••.', 'Bye']);
    expect(find(scene, { name: 'Bye' }).matches).toHaveLength(1);
    expect(scene.things.find(({ role }) => role === 'textbox')).toMatchObject({
      value: '•••',
      isEditable: true,
      isDisabled: false,
      isChecked: null,
    });
  });

  it('goes on after a failed assertion and gathers all of them', async () => {
    const fail = async () => {
      throw new ActionFailed('Not there.');
    };
    const { report } = await journey([
      step('See "A"', 'assert', fail),
      step('Click "B"', 'act'),
      step('See "C"', 'assert', fail),
    ]);
    expect(report.steps.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed']);
    expect(report.findings.map(({ name }) => name)).toEqual([
      'Not as expected: See "A"',
      'Not as expected: See "C"',
    ]);
  });

  it('is FAILED by what it has found when a later step is ambiguous, and ends without a verdict when it has found nothing', async () => {
    const fail = async () => {
      throw new ActionFailed('There are 3 items.');
    };
    const doubt = async () => {
      throw new ExecutionFailure('STEP_AMBIGUOUS', '"Remove" names 2 things.');
    };
    const { report } = await journey([
      step('See "2 items"', 'assert', fail),
      step('Click "Remove"', 'act', doubt),
      step('See "1 item"', 'assert'),
    ]);
    expect(report.steps).toMatchObject([
      { status: 'failed', error: 'There are 3 items.' },
      { status: 'failed', error: '"Remove" names 2 things.', screenshotUrl: '/files/2.png' },
      { status: 'skipped' },
    ]);
    expect(report.findings.map(({ name }) => name)).toEqual(['Not as expected: See "2 items"']);
    const alone = await journey([step('Click "Remove"', 'act', doubt)]);
    expect(alone.error).toMatchObject({ code: 'STEP_AMBIGUOUS' });
    expect(alone.report.findings).toEqual([]);
    expect(alone.report.steps).toMatchObject([
      { status: 'failed', screenshotUrl: '/files/1.png', sceneUrl: '/files/1.json' },
    ]);
  });

  it('takes a description that nothing is called by for a doubt, and not for an issue', async () => {
    const doubt = async () => {
      throw new NothingCalledSo('Nothing on the page is called "helpful error".');
    };
    const { error, report } = await journey([step('Check that a helpful error is shown', 'assert', doubt)]);
    expect(error).toMatchObject({ code: 'STEP_NOT_UNDERSTOOD' });
    expect(report.findings).toEqual([]);
    expect(report.steps).toMatchObject([
      { status: 'failed', screenshotUrl: '/files/1.png', sceneUrl: '/files/1.json' },
    ]);
  });

  it('turns a server error during a step into one issue, however often it comes, and the rest into warnings', async () => {
    const device = scriptedDevice();
    const save = async () => {
      device.incidentsToCome = [
        ...Array.from({ length: 50 }, () => answered(500)),
        answered(404, '/missing'),
        { ...answered(0), kind: 'console', message: 'TypeError: x is undefined', url: null, status: null },
        { ...answered(0), kind: 'request', message: 'GET /beacon failed.', url: null, status: null },
      ];
      return 'Saved.';
    };
    const { report } = await journey([step('Click "Save"', 'act', save), step('See "Saved"', 'assert')], {
      device,
    });
    expect(report.findings).toMatchObject([
      { type: 'issue', name: 'POST /api/save answered 500', screenshotUrl: '/files/1.png' },
      { type: 'warning', name: 'POST /missing answered 404' },
      { type: 'warning', name: 'TypeError: x is undefined' },
      { type: 'warning', name: 'GET /beacon failed' },
    ]);
    expect(report.findings[0]?.description).toContain('Click "Save"');
    expect(report.steps.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(report.about.description).toContain('POST /api/save answered 500');
    expect(report.traces).toHaveLength(1);
  });

  it('finds the server error that comes only after the page has said "saved"', async () => {
    const device = scriptedDevice();
    device.onSettle = () => {
      device.incidentsToCome.push(answered(503));
    };
    const { report } = await journey([step('See "Saved"', 'assert')], { device });
    expect(report.findings).toMatchObject([{ type: 'issue', name: 'POST /api/save answered 503' }]);
    expect(report.findings[0]?.description).toContain('after the last step');
  });

  it('does not blame a step for what was asked before the first one began', async () => {
    const device = scriptedDevice({ incidentsToCome: [answered(500, '/early', Date.now() - 10_000)] });
    const { report } = await journey([step('See "A"', 'assert')], { device });
    expect(report.findings).toMatchObject([{ type: 'warning', name: 'POST /early answered 500' }]);
  });

  it('writes a step down that can not be carried out, and breaks off with its failure', async () => {
    const failure = new ExecutionFailure('SITE_UNREACHABLE', 'Nobody listens at http://site.');
    const { report, error } = await journey([
      step('Open http://site', 'act', () => Promise.reject(failure)),
      step('See "A"', 'assert'),
    ]);
    expect(error).toBe(failure);
    expect(report.steps).toMatchObject([{ status: 'failed', error: 'Nobody listens at http://site.' }]);
    expect(report.findings).toEqual([]);
  });

  it('breaks off, and never fails the test, by an error that nobody expected', async () => {
    const { report, error } = await journey([
      step('Click "A"', 'act', () => Promise.reject(new TypeError('secret path'))),
    ]);
    expect(error).toBeInstanceOf(TypeError);
    expect(report.steps).toMatchObject([
      { status: 'failed', error: 'The step stopped because of a fault in the service.' },
    ]);
    expect(report.findings).toEqual([]);
  });

  it('ends a step that does not end by itself', async () => {
    vi.useFakeTimers();
    try {
      const running = journey([step('Click "A"', 'act', () => new Promise(() => undefined))]);
      await vi.advanceTimersByTimeAsync(61_001);
      const { error } = await running;
      expect(error).toMatchObject({
        code: 'STEP_TIMEOUT',
        message: 'The step "Click "A"" did not end within 61 seconds.',
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends at once when the run is stopped, with the reason of that, and tells the step', async () => {
    const stop = new AbortController();
    const reason = new ExecutionFailure('CANCELLED', 'stopped');
    let heard: unknown;
    const { error } = await journey(
      [
        step('Click "A"', 'act', ({ signal }) => {
          setImmediate(() => stop.abort(reason));
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              heard = signal.reason;
              reject(new Error('closed'));
            });
          });
        }),
      ],
      { signal: stop.signal },
    );
    expect(error).toBe(reason);
    expect(heard).toBe(reason);
  });

  it.each([
    new Error('no picture'),
    new ExecutionFailure('SITE_TIMEOUT', 'The page did not respond within 15 s.'),
    new ExecutionFailure('DEVICE_REFUSED', 'The app does not let itself be photographed.'),
  ])('goes on without a picture, and each step says that it has none: %s', async (failure) => {
    const blind = scriptedDevice({ screenshot: () => Promise.reject(failure) });
    const fail = async () => {
      throw new ActionFailed('There is no "B".');
    };
    const steps = [step('Click "A"', 'act'), step('See "B"', 'assert', fail), step('Cart', 'screenshot')];
    const { report, error } = await journey(steps, { device: blind });
    expect(error).toBeNull();
    const none = 'No screenshot could be taken.';
    expect(report.steps).toMatchObject([
      { status: 'passed', summary: `Click "A" done. ${none}`, error: null, screenshotUrl: null },
      { status: 'failed', summary: none, error: 'There is no "B".', screenshotUrl: null },
      { status: 'failed', summary: 'Cart done.', error: none, screenshotUrl: null },
    ]);
    expect(report.findings).toMatchObject([{ name: 'Not as expected: See "B"', screenshotUrl: null }]);
  });

  it('ends with the code of a device that is lost while its picture is taken', async () => {
    const lost = new ExecutionFailure('BROWSER_CRASHED', 'gone');
    const gone = () => Promise.reject(lost);
    const dead = scriptedDevice({ screenshot: gone, settle: gone });
    const { report, error } = await journey([step('Click "A"', 'act')], { device: dead });
    expect(error).toBe(lost);
    expect(report.steps).toMatchObject([{ status: 'passed', screenshotUrl: null }]);
  });

  it('goes on while a picture is stored, and still tells of its steps and pictures in their order', async () => {
    const report = keptReport();
    const { screenshot } = report;
    const titles = () => report.steps.map(({ title }) => title);
    const storing = gate();
    report.screenshot = (png) => storing.promise.then(() => screenshot(png));
    const fail = async () => {
      throw new ActionFailed('There is no "B".');
    };
    const { error } = await journey(
      [
        step('Click "A"', 'act'),
        step('See "B"', 'assert', async () => {
          expect(titles()).toEqual([]);
          storing.resolve();
          return fail();
        }),
        step('Click "C"', 'act', async () => {
          await vi.waitFor(() => expect(titles()).toEqual(['Click "A"', 'See "B"']));
          return fail();
        }),
        step('Click "D"', 'act'),
      ],
      { report },
    );
    expect(error).toBeNull();
    expect(report.steps).toMatchObject([
      { title: 'Click "A"', status: 'passed', screenshotUrl: '/files/1.png' },
      { title: 'See "B"', status: 'failed', screenshotUrl: '/files/2.png' },
      { title: 'Click "C"', status: 'failed', screenshotUrl: '/files/3.png' },
      { title: 'Click "D"', status: 'skipped' },
    ]);
    expect(report.findings).toMatchObject([
      { name: 'Not as expected: See "B"', screenshotUrl: '/files/2.png' },
      { name: 'Could not be done: Click "C"', screenshotUrl: '/files/3.png' },
    ]);
  });

  it('keeps what the driver of a phone said of the screen that failed, though the next step acts before that is stored', async () => {
    let screen = '<login/>';
    const phone = {
      details: { name: null, model: null, version: null, sessionUrl: null },
      commands: () => 0,
      log: async () => null,
      hierarchy: () => screen,
      video: async () => null,
    };
    const report = keptReport();
    const { screenshot } = report;
    const storing = gate();
    report.screenshot = (png) => storing.promise.then(() => screenshot(png));
    report.file = async (_kind, bytes) => `/files/${bytes}`;
    const steps = [
      step('See "Home"', 'assert', async () => {
        throw new ActionFailed('There is no "Home".');
      }),
      step('Tap "Leave"', 'act', async () => {
        screen = '<launcher/>';
        storing.resolve();
        return 'Left.';
      }),
    ];
    await journey(steps, { device: scriptedDevice({ phone }), report });
    expect(report.steps).toMatchObject([
      { status: 'failed', hierarchyUrl: '/files/<login/>' },
      { status: 'passed', hierarchyUrl: null },
    ]);
  });

  it('keeps a step passed though its picture can not be stored', async () => {
    const report = keptReport();
    report.screenshot = () => Promise.reject(new Error('the storage is full'));
    const steps = [step('Click "A"', 'act'), step('Cart', 'screenshot')];
    expect((await journey(steps, { report })).error).toBeNull();
    expect(report.steps).toMatchObject([
      { status: 'passed', screenshotUrl: null, summary: expect.stringContaining('could not be stored.') },
      { status: 'failed', error: 'The screenshot could not be stored.' },
    ]);
  });

  it('counts findings that a step reports by itself as issues of the run', async () => {
    const { report } = await journey([
      step('Look around', 'act', async (context) => {
        const screenshotUrl = await context.report.screenshot(Buffer.from('png'));
        context.report.finding({ ...typo, screenshotUrl });
        return 'Looked.';
      }),
    ]);
    expect(report.findings).toMatchObject([{ name: 'Typo', screenshotUrl: '/files/1.png' }]);
    expect(report.traces).toHaveLength(1);
  });
});
