import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionFailure } from '../../dist/devices/device.js';

/** The smallest picture that is a PNG: one transparent pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A device and a pilot whose script is the prompt itself, one command a line or a step, so that it also works across processes. */
export function scriptedExecution({ platforms = ['web'], slots = 4 } = {}) {
  const open = new Set();
  const device = () => {
    const self = {
      actions: [],
      find: async () => [],
      screen: async () => ({ url: null, title: null, text: '' }),
      snapshot: async () => 'a blank screen',
      screenshot: async () => onePixel,
      settle: async () => undefined,
      incidents: () => [],
      trace: async () => null,
      close: async () => {
        open.delete(self);
      },
    };
    open.add(self);
    return self;
  };
  return {
    openDevices: open,
    pools: [{ platforms, slots, open: async () => device(), close: async () => undefined }],
    close: async () => undefined,
    pilot: {
      prepare: async ({ prompt, steps }) => ({
        async carryOut(onDevice, report, signal) {
          const startedAtMs = Date.now();
          report.describe({
            featureName: 'Scripted',
            description: `${performance.timeOrigin + performance.now()}`,
          });
          for (const line of steps?.map(({ title }) => title) ?? (prompt ?? '').split('\n')) {
            const [command = '', ...rest] = line.trim().split(' ');
            await commands[command]?.({
              text: rest.join(' '),
              report,
              signal,
              device: onDevice,
              startedAtMs,
            });
          }
        },
      }),
    },
  };
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
    }),
  /** Until an address answers. */
  wait: async ({ text, signal }) => void (await (await fetch(text, { signal })).text()),
  sleep: ({ text, signal }) => delay(Number(text), undefined, { signal }),
  hang: ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  deaf: () => new Promise(() => undefined),
  shot: async ({ report, device, signal }) => void (await report.screenshot(await device.screenshot(signal))),
  throw({ text }) {
    throw new Error(text);
  },
  failure({ text }) {
    throw new ExecutionFailure('SCRIPTED', text);
  },
};

function step(report, startedAtMs, type, status, title) {
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
  });
}
