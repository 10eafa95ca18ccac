import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExecutionFailure } from '../../report.ts';
import type { FoundBrowser } from './find-browser.ts';
import type { BrowserProgram } from './launch.ts';
import { npmChromiumPackage } from './npm-chromium.ts';

interface BrowserReport {
  /** A run can be executed with it. */
  readonly ok: boolean;
  /** For a person: its source and its path. */
  readonly found: string | null;
  readonly version: string | null;
  readonly sandbox: 'on' | 'off (setting)' | 'refused by the kernel';
  /** What to do, in sentences. */
  readonly advice: readonly string[];
}

export interface Examination {
  /** By the operator's setting. */
  readonly sandbox: 'on' | 'off';
  /** A browser may do without the sandbox that the kernel refuses. */
  readonly isPersonal: boolean;
  /** Starts the browser as for a run, with its sandbox where that can be had, and ends it. */
  start(program: BrowserProgram): Promise<{ readonly version: string; readonly isSandboxed: boolean }>;
}

/** Starts the browser once, for `gantry doctor`. */
export async function examineBrowser(
  browser: FoundBrowser | null,
  { sandbox, isPersonal, start }: Examination,
): Promise<BrowserReport> {
  const intended = sandbox === 'off' ? 'off (setting)' : 'on';
  if (browser === null)
    return { ok: false, found: null, version: null, sandbox: intended, advice: [noBrowser] };
  const found = browser.describe;
  try {
    const newest = browser.source === 'npm' ? newestNpmChromium() : null;
    const { version, isSandboxed } = await start(await browser.program());
    const age = adviceOnAge(version, await newest);
    return sandbox === 'off' || isSandboxed
      ? { ok: true, found, version, sandbox: intended, advice: [...adviceOn[intended], ...age] }
      : {
          ok: isPersonal,
          found,
          version,
          sandbox: 'refused by the kernel',
          advice: [...sandboxRefused, ...age],
        };
  } catch (error) {
    if (!(error instanceof ExecutionFailure)) throw error;
    return { ok: false, found, version: null, sandbox: intended, advice: [error.message, otherBrowser] };
  }
}

const noBrowser =
  'Install Chrome or Chromium, or name one with GANTRY_BROWSER_PATH; the Chromium from npm is for Linux on x64 only.';
const otherBrowser = 'Repair it, or name another one with GANTRY_BROWSER_PATH.';
const sandboxRefused = [
  'Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0; in a container, a seccomp profile that lets them be made).',
  'Where only trusted sites are tested, GANTRY_BROWSER_SANDBOX=off does without the sandbox.',
];
const adviceOn = {
  on: [],
  'off (setting)': ['GANTRY_BROWSER_SANDBOX=off is meant for trusted sites only.'],
};

const toleratedMajors = 2;
/** Somebody waits for the other answers of a report. */
const npmTimeoutMs = 5_000;

/** The version that this machine's npm calls the newest; null where npm is missing or its registry doesn't answer in time. */
export async function newestNpmChromium(timeoutMs = npmTimeoutMs): Promise<string | null> {
  const cache = await mkdtemp(join(tmpdir(), 'gantry-npm-'));
  try {
    const answer: unknown = JSON.parse(await askNpm(cache, timeoutMs));
    return typeof answer === 'string' && /^\d+\.\d+\.\d+$/.test(answer) ? answer : null;
  } catch {
    return null;
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

/** By npm itself, which knows the registry, the proxy and the credentials of this machine. */
function askNpm(cache: string, timeout: number): Promise<string> {
  const quietly = ['--fetch-retries=0', '--logs-max=0', '--no-update-notifier', `--cache=${cache}`];
  const asked = ['view', npmChromiumPackage, 'version', '--json', ...quietly];
  return new Promise((resolve, reject) => {
    execFile('npm', asked, { timeout, killSignal: 'SIGKILL' }, (error, stdout) =>
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
