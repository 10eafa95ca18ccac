import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BrowserProgram } from '../../../../src/engine/browser/program/launch.ts';
import { browserProgram } from '../../../support/browser.ts';

const systemTmp = tmpdir();

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(systemTmp, 'gantry-browser-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A shell script in the place of a browser. */
export async function fakeProgram(script: string): Promise<BrowserProgram> {
  const executablePath = join(await tempFolder(), 'browser');
  await writeFile(executablePath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { executablePath, args: [], env: {} };
}

/** Moves the temporary folder for the time of the test; says what lies in it. */
export async function watchTemporaryFolder(): Promise<() => Promise<string[]>> {
  const temporary = await tempFolder();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  return () => readdir(temporary);
}

export interface WatchedProgram {
  readonly program: BrowserProgram;
  /** Process ids of all browsers started, oldest first. */
  pids(): Promise<number[]>;
  environment(): Promise<string>;
  argumentsGiven(): Promise<string[]>;
  /** Profile and other folders that lie about. */
  leftovers(): Promise<string[]>;
}

/** The real browser behind a script that notes what it was started with; its temporary folders are watched. */
export async function watchedProgram(beforehand = ''): Promise<WatchedProgram> {
  if (browserProgram === null) throw new Error('there is no browser');
  const folder = await tempFolder();
  const leftovers = await watchTemporaryFolder();
  const [pids, environment, given] = ['pids', 'environment', 'arguments'].map((name) => join(folder, name));
  const { executablePath } = await fakeProgram(
    `echo $$ >> '${pids}'; env > '${environment}'; printf '%s\\n' "$@" > '${given}'
${beforehand}
exec '${browserProgram.executablePath}' "$@"`,
  );
  const read = async (path = '') => (existsSync(path) ? readFile(path, 'utf8') : '');
  return {
    program: { ...browserProgram, executablePath },
    pids: async () => (await read(pids)).trim().split('\n').filter(Boolean).map(Number),
    environment: () => read(environment),
    argumentsGiven: async () => (await read(given)).trim().split('\n'),
    leftovers,
  };
}

/** True while anything of the process's group is there; what only waits to be reaped is not. */
export function isRunning(pid: number): boolean {
  const listed = execFileSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' });
  return listed.split('\n').some((line) => {
    const [group, state = ''] = line.trim().split(/\s+/);
    return Number(group) === pid && !state.startsWith('Z');
  });
}
