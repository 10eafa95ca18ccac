import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionFailure } from '../../dist/engine/report.js';

/** The smallest picture that is a PNG: one transparent pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** An execution of runs by a function. */
export function executionBy(run, { platforms = ['web'], slots = 4 } = {}) {
  const close = async () => undefined;
  return { runners: [{ platforms, slots, run, close }], close };
}

/** The script of a run is its prompt itself, one command a line or a step, so that it also works across processes. */
export function scriptedExecution({ screenshot = async () => onePixel, ...place } = {}) {
  const open = new Set();
  const run = async ({ task: { prompt, steps } }, report, signal) => {
    const use = Symbol('use');
    open.add(use);
    try {
      const startedAtMs = Date.now();
      report.describe({
        featureName: 'Scripted',
        description: `${performance.timeOrigin + performance.now()}`,
      });
      for (const line of steps?.map(({ title }) => title) ?? (prompt ?? '').split('\n')) {
        const [command = '', ...rest] = line.trim().split(' ');
        await commands[command]?.({ text: rest.join(' '), report, signal, screenshot, startedAtMs });
      }
    } finally {
      open.delete(use);
    }
  };
  return { ...executionBy(run, place), openRuns: open };
}

/** Every sentence holds, and leaves a picture. */
export function passingExecution(place) {
  return executionBy(async ({ task: { prompt, steps } }, report) => {
    const startedAtMs = Date.now();
    const sentences = steps?.map(({ title }) => title) ?? (prompt ?? '').split(/(?<=\.)\s+/);
    for (const title of sentences)
      step(report, startedAtMs, 'assert', 'passed', title, [title.replace(/\.$/, '')]);
    await report.screenshot(onePixel);
  }, place);
}

const commands = {
  see: ({ text, report, startedAtMs }) => step(report, startedAtMs, 'assert', 'passed', text),
  act: ({ text, report, startedAtMs }) => step(report, startedAtMs, 'act', 'passed', text),
  miss({ text, report, startedAtMs }) {
    step(report, startedAtMs, 'assert', 'failed', text);
    report.finding({
      type: 'issue',
      name: text,
      description: `${text} was not there`,
      url: null,
      severity: 3,
      expectedBehavior: text,
      actualBehavior: 'nothing',
      screenshotUrl: null,
      ...nowhere,
    });
  },
  warn: ({ text, report }) =>
    report.finding({
      type: 'warning',
      name: text,
      description: text,
      url: null,
      severity: 1,
      expectedBehavior: null,
      actualBehavior: null,
      screenshotUrl: null,
      ...nowhere,
    }),
  /** Until an address answers. */
  wait: async ({ text, signal }) => void (await (await fetch(text, { signal })).text()),
  sleep: ({ text, signal }) => delay(Number(text), undefined, { signal }),
  hang: ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  deaf: () => new Promise(() => undefined),
  shot: async ({ report, screenshot, signal }) => void (await report.screenshot(await screenshot(signal))),
  /** Proposes a picture of that name. */
  picture: ({ text, report }) =>
    report.propose({
      picture: { name: text, width: 1, height: 1, browser: 'scripted' },
      png: onePixel,
      difference: null,
    }),
  throw({ text }) {
    throw new Error(text);
  },
  failure({ text }) {
    throw new ExecutionFailure('SCRIPTED', text);
  },
};

const nowhere = { stepIndex: null, stepsToReproduce: null, rect: null };

function step(report, startedAtMs, type, status, title, sentences = null) {
  const now = Date.now() - startedAtMs;
  const error = status === 'failed' ? 'it was not there' : null;
  report.step({
    title,
    type,
    status,
    summary: null,
    error,
    startedAtMs: now,
    completedAtMs: now,
    screenshotUrl: null,
    sceneUrl: null,
    hierarchyUrl: null,
    sentences,
  });
}
