import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createTestFolder } from '../../support/service.js';

const action = fileURLToPath(new URL('../../../src/tools/action/index.mjs', import.meta.url));

export interface Step {
  code: number | null;
  log: string;
  outputs: Record<string, string>;
  summary: string;
  /** What GitHub would show as errors of the step. */
  errors: Array<{ title: string; message: string }>;
}

export interface StartedStep {
  /** The folder that stands for the workspace. */
  workspace: string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves as soon as the log holds it. */
  logged(pattern: RegExp): Promise<void>;
  ended: Promise<Step>;
}

/** The step of a job as the runner runs it: the one file of the action, copied to where it has nothing beside it. It gets the rest from the service. */
export async function startStep(
  inputs: Record<string, string>,
  { workspace, env = {} }: { workspace?: string; env?: Record<string, string> } = {},
): Promise<StartedStep> {
  const folder = workspace ?? (await createTestFolder());
  const home = await createTestFolder();
  const files = { GITHUB_OUTPUT: join(home, 'output'), GITHUB_STEP_SUMMARY: join(home, 'summary') };
  for (const file of Object.values(files)) await writeFile(file, '');
  await copyFile(action, join(home, 'index.mjs'));
  const child = spawn(process.execPath, [join(home, 'index.mjs')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: home,
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'test',
      GITHUB_ACTION: '__gantry',
      GITHUB_SHA: 'c0ffee',
      ...files,
      ...asVariables({ wait: 'true', 'timeout-minutes': '10', summary: 'true', ...inputs }),
      ...env,
    },
  });
  let log = '';
  child.stdout.on('data', (chunk) => (log += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const ended = closed.then(async ([code]) => ({
    code,
    log,
    outputs: readOutputs(await readFile(files.GITHUB_OUTPUT, 'utf8')),
    summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    errors: log.split('\n').flatMap(readError),
  }));
  return {
    workspace: folder,
    kill: (signal) => void child.kill(signal),
    ended,
    logged: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(log)) resolve();
        };
        look();
        child.stdout.on('data', look);
        ended.then(() => reject(new Error(`ended before it said ${pattern}:\n${log}`)));
      }),
  };
}

export async function runStep(...step: Parameters<typeof startStep>): Promise<Step> {
  return (await startStep(...step)).ended;
}

/** As the runner does it: in capitals, dashes kept. */
function asVariables(inputs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

/** Outputs in the form with delimiters, the last of a name wins. */
export function readOutputs(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, at + 1);
    found[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return found;
}

function readError(line: string): Array<{ title: string; message: string }> {
  const [, title = '', message = ''] = /^::error title=(.*?)::(.*)$/.exec(line) ?? [];
  return title === '' ? [] : [{ title: unescaped(title), message: unescaped(message) }];
}

/** The order of the runner: the percent sign last. */
function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}
