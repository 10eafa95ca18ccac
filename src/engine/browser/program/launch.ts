import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { ExecutionFailure } from '../../report.ts';
import { chromium } from './playwright.ts';

/** What is started, and with what besides our own arguments. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface LaunchOptions extends BrowserProgram {
  readonly sandbox: boolean;
  /** Everything that the browser writes goes there. */
  readonly folder: string;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

/** Chromium applies only the last such list, so Playwright's own ones are here again; a test compares them. */
const disabledFeatures = [
  // It describes every form that it meets to a server of its maker.
  'AutofillServerCommunication',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Nothing leaves but through the proxy that a context names. The browser's own proxy is a name that does not exist, so
 * that a context without one reaches nothing, and no name is ever looked up here: prefetching and secure DNS included.
 */
const ownArguments = [
  '--proxy-server=http://no-context-proxy.invalid:80',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--enforce-webrtc-ip-permission-check',
  '--disable-quic',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--no-first-run',
  '--no-default-browser-check',
];

/** A headless browser; throws `ExecutionFailure` with the code NO_BROWSER. */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const { executablePath, sandbox, folder, args, env, timeoutMs = defaultTimeoutMs } = options;
  try {
    // Playwright would leave folders behind for a program that is not there.
    await access(executablePath, constants.X_OK);
    return await chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox: sandbox,
      args: [...ownArguments, ...args],
      env: { ...minimalEnvironment(folder), ...env },
      tracesDir: recordingsIn(folder),
      timeout: timeoutMs,
      // The service ends its runs first; Playwright would close the browser below them.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw launchFailure(executablePath, error);
  }
}

export function recordingsIn(folder: string): string {
  return join(folder, 'traces');
}

export function downloadsIn(folder: string): string {
  return join(folder, 'downloads');
}

/** Also where root asks for it: Chromium has none for root. */
export function isSandboxFault(error: unknown): boolean {
  return (
    error instanceof ExecutionFailure &&
    error.cause instanceof Error &&
    sandboxFault.test(error.cause.message)
  );
}

/** Keys and connection strings of the service stay out of a process that runs strangers' scripts. */
function minimalEnvironment(folder: string): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    // A socket is made in there, and macOS has short paths of sockets.
    TMPDIR: process.platform === 'darwin' ? tmpdir() : folder,
    LANG: 'en_US.UTF-8',
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

const sandboxFault =
  /sandboxing failed|No usable sandbox|setuid sandbox is not running as root|crbug\.com\/(357670|638180)/;

function launchFailure(executablePath: string, error: unknown): ExecutionFailure {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const reason = sandboxFault.test(text)
    ? 'the kernel refuses its sandbox. The operator allows unprivileged user namespaces, or sets GANTRY_BROWSER_SANDBOX=off where the tested sites are trusted'
    : reasonIn(text);
  return new ExecutionFailure(
    'NO_BROWSER',
    `The browser ${executablePath} could not be started: ${reason}.`,
    {
      cause: error,
    },
  );
}

/** Playwright's message carries the whole command line; only what the program said for itself is of use. */
function reasonIn(text: string): string {
  const missing = /error while loading shared libraries: ([^:\s]+)/.exec(text)?.[1];
  if (missing !== undefined) return `it needs the library ${missing}, which is not installed`;
  if (/ENOENT/.test(text)) return 'the program does not exist';
  if (/EACCES/.test(text)) return 'the program may not be executed';
  if (/Timeout \d+ms exceeded/.test(text)) return 'it did not answer in time';
  const said = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].map((match) => match[1]?.trim() ?? '');
  const last = said.findLast((line) => line !== '');
  return last === undefined ? 'it ended at once' : `it ended and said "${last.slice(0, 300)}"`;
}
