import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmChromiumPackage } from './npm-chromium.ts';

const toleratedMajors = 2;
const npmTimeoutMs = 5_000;

/** The version that this machine's npm calls the newest; null where npm is missing or its registry doesn't answer in time. */
export async function newestNpmChromium(): Promise<string | null> {
  const cache = await mkdtemp(join(tmpdir(), 'gantry-npm-'));
  try {
    const answer: unknown = JSON.parse(await askNpm(cache));
    return typeof answer === 'string' && /^\d+\.\d+\.\d+$/.test(answer) ? answer : null;
  } catch {
    return null;
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

/** By npm itself, which knows the registry, the proxy and the credentials of this machine. */
function askNpm(cache: string): Promise<string> {
  const quietly = ['--fetch-retries=0', '--logs-max=0', '--no-update-notifier', `--cache=${cache}`];
  const asked = ['view', npmChromiumPackage, 'version', '--json', ...quietly];
  return new Promise((resolve, reject) => {
    execFile('npm', asked, { timeout: npmTimeoutMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}

/** None while the version is recent enough, or the newest is not known. */
export function adviceOnAge(version: string, newest: string | null): string[] {
  const behind = newest === null ? 0 : majorOf(newest) - majorOf(version);
  if (behind <= toleratedMajors) return [];
  return [
    `This Chromium is ${behind} major versions older than the newest one from npm (${newest}): update Gantry, or install a Chrome or Chromium that this machine keeps up to date.`,
  ];
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
