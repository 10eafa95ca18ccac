import { setTimeout as delay } from 'node:timers/promises';
import { AppCrashed } from '../acting/device.ts';
import type { PhoneLog } from './phone-log.ts';
import { script } from './script.ts';
import { type AppiumSession, type DriverRefusal, nullIfRefused } from './session.ts';
import type { UiTree } from './ui-node.ts';

interface WatchedApp {
  session: AppiumSession;
  appId: string | null;
  log: PhoneLog;
}

/** As `mobile: queryAppState` counts: 0 not installed or unknown, 1 not running, 2 and more alive. */
const notRunning = 1;
/** An app that is being started, or starts itself anew, has no process for a moment. */
const startMs = 1_000;

export function createCrashWatch({ session, appId, log }: WatchedApp) {
  let crash: AppCrashed | null = null;
  /** The last tree without the app in which nothing was wrong. */
  let cleared: string | null = null;

  async function find(tree: UiTree, signal: AbortSignal): Promise<AppCrashed | null> {
    if (appId === null) return null;
    const dialog = errorDialogIn(tree);
    if (dialog === null && !isSuspicious(tree, appId)) return null;
    if (await isGone(appId, signal)) return gone(appId);
    return dialog === null ? null : crashInLog(dialog, appId, signal);
  }

  async function isGone(app: string, signal: AbortSignal): Promise<boolean> {
    if (!(await isNotRunning(app, signal))) return false;
    await delay(startMs, undefined, { signal });
    return isNotRunning(app, signal);
  }

  async function isNotRunning(app: string, signal: AbortSignal): Promise<boolean> {
    const named = session.platform === 'ios' ? { bundleId: app } : { appId: app };
    // A driver that can't say, such as one of a cloud, accuses nobody.
    const state = await script({ session }, 'mobile: queryAppState', named, signal).catch(nullIfRefused);
    return typeof state === 'number' && state <= notRunning;
  }

  /** The dialog names its app by a label that only the phone knows, and it may be another one's. */
  async function crashInLog(
    dialog: AppCrashed['kind'],
    app: string,
    signal: AbortSignal,
  ): Promise<AppCrashed | null> {
    const text = await log.read(signal, false);
    const isOurs = text === null || namesCrashOf(app).test(text);
    if (!isOurs) return null;
    return dialog === 'crashed' ? gone(app) : new AppCrashed(dialog, `${app} no longer responds.`);
  }

  return {
    /**
     * Throws `AppCrashed` where the app is gone, and at each call after that. Asks the phone only where the tree does not
     * show the app: being in another app is no crash while the process lives.
     */
    async check(tree: UiTree, signal: AbortSignal): Promise<void> {
      if (crash !== null) throw crash;
      if (cleared === tree.source) return;
      crash = await find(tree, signal);
      if (crash !== null) throw crash;
      cleared = tree.source;
    },
    /** The crash that a refusal of the driver reports; null for any other. */
    toldBy(refusal: DriverRefusal): AppCrashed | null {
      if (crash === null && /is not running, possibly crashed/.test(refusal.message))
        crash = gone(appId ?? 'the app');
      return crash;
    },
    hasCrashed: () => crash !== null,
  };
}

function gone(app: string): AppCrashed {
  return new AppCrashed('crashed', `The process of ${app} has ended.`);
}

function isSuspicious({ owners, platform, nodes, root }: UiTree, appId: string): boolean {
  if (owners.has(appId)) return false;
  if (owners.size > 0) return true;
  // A tree that does not say whose it is says something only if it is empty.
  return platform === 'ios' ? nodes.length <= 2 : root.children.length === 0;
}

/** The ids of Android's own layouts, which do not depend on the language: app_error_dialog.xml, app_anr_dialog.xml. */
function errorDialogIn({ owners, nodes }: UiTree): AppCrashed['kind'] | null {
  if (!owners.has('android')) return null;
  const ids = new Set(nodes.map(({ resourceId }) => resourceId));
  if (ids.has('android:id/aerr_wait')) return 'stopped responding';
  const isError = ['close', 'restart', 'app_info', 'mute'].some((name) => ids.has(`android:id/aerr_${name}`));
  return isError ? 'crashed' : null;
}

function namesCrashOf(app: string): RegExp {
  // Not of an app whose name only begins so, such as com.example.app.debug.
  const name = `${app.replaceAll('.', '\\.')}(?![\\w.])`;
  return new RegExp(`ANR in ${name}|Process: ${name}|Process ${name} .*has died|>>> ${name} <<<`);
}
