import { ExecutionFailure } from '../../report.ts';
import { adviceOnAge, newestNpmChromium } from './browser-age.ts';
import type { FoundBrowser } from './find-browser.ts';
import type { BrowserProgram } from './launch.ts';

export interface BrowserReport {
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
