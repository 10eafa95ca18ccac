import { ExecutionFailure } from '../device.ts';
import type { FoundBrowser } from './find-browser.ts';
import { type BrowserProgram, closeBrowser, isRoot, isSandboxFault, launchBrowser } from './launch.ts';

export interface BrowserReport {
  /** A run can be carried out with it. */
  readonly ok: boolean;
  /** For a person: where it is from, and where it lies. */
  readonly found: string | null;
  readonly version: string | null;
  readonly sandbox: 'on' | 'off (root)' | 'off (setting)' | 'refused by the kernel';
  /** What to do, in sentences. */
  readonly advice: string[];
}

export interface ExaminationOptions {
  /** False by the operator's setting. */
  readonly sandbox: boolean;
  readonly timeoutMs?: number;
}

/** Starts the browser once and shows it a page, for `gantry doctor`. */
export async function examineBrowser(
  browser: FoundBrowser | null,
  { sandbox, timeoutMs = 30_000 }: ExaminationOptions,
): Promise<BrowserReport> {
  const intended = !sandbox ? 'off (setting)' : isRoot() ? 'off (root)' : 'on';
  if (browser === null)
    return { ok: false, found: null, version: null, sandbox: intended, advice: [noBrowser] };
  const found = browser.describe;
  try {
    const version = await versionOf(await browser.program(), sandbox, timeoutMs);
    return { ok: true, found, version, sandbox: intended, advice: adviceOn[intended] };
  } catch (error) {
    if (!(error instanceof ExecutionFailure)) throw error;
    return isSandboxFault(error)
      ? { ok: false, found, version: null, sandbox: 'refused by the kernel', advice: sandboxRefused }
      : { ok: false, found, version: null, sandbox: intended, advice: [error.message, otherBrowser] };
  }
}

async function versionOf(program: BrowserProgram, sandbox: boolean, timeoutMs: number): Promise<string> {
  const browser = await launchBrowser({ ...program, sandbox, timeoutMs });
  const deadline = setTimeout(() => void closeBrowser(browser), timeoutMs);
  try {
    const page = await browser.newPage();
    // A browser that starts may still be unable to start a process for its pages.
    await page.setContent('<h1>works</h1>');
    await page.screenshot();
    return browser.version();
  } catch (error) {
    throw new ExecutionFailure(
      'NO_BROWSER',
      `The browser ${program.executablePath} starts, but shows no page.`,
      { cause: error },
    );
  } finally {
    clearTimeout(deadline);
    await closeBrowser(browser);
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
  'off (root)': ['Run the service as an ordinary user: for root, Chromium has no sandbox.'],
  'off (setting)': ['GANTRY_BROWSER_SANDBOX=off is meant for trusted sites only.'],
};
