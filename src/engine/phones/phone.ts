import { setTimeout as delay } from 'node:timers/promises';
import { type ActionName, actionOf } from '../acting/catalogue.ts';
import type { Device, Secret } from '../acting/device.ts';
import { ActionFailed } from '../acting/device.ts';
import { type Performers, performing } from '../acting/perform.ts';
import { ExecutionFailure } from '../report.ts';
import { type CrashWatch, createCrashWatch } from './app-crash.ts';
import { environmentActions } from './environment-actions.ts';
import { gestureActions } from './gesture-actions.ts';
import { createLooks } from './looks.ts';
import { maskFor } from './mask.ts';
import { maskedSource } from './masked-source.ts';
import { phoneDetailsOf } from './phone-details.ts';
import { createPhoneLog } from './phone-log.ts';
import { phoneSnapshot } from './phone-snapshot.ts';
import { createPhoneView, type PhoneView } from './phone-view.ts';
import { maskPng } from './png-mask.ts';
import type { ScreenRecording } from './screen-recording.ts';
import { type AppiumSession, DriverRefusal } from './session.ts';
import { systemActions } from './system-actions.ts';
import { touchActions } from './touch-actions.ts';
import { typingActions } from './typing-actions.ts';
import type { UiNode, UiTree } from './ui-node.ts';

interface PhoneOptions {
  bundleId: string | null;
  secrets: readonly Secret[];
  recording: ScreenRecording | null;
}

const settleMs = 3_000;
const settlePauseMs = 150;
const pictureMs = 30_000;
const longestHierarchy = 2 * 1024 * 1024;

/** A phone with the app open on it. */
export function createPhone(session: AppiumSession, { bundleId, secrets, recording }: PhoneOptions): Device {
  const mask = maskFor(secrets.map(({ value }) => value));
  const appId = appIdOf(session, bundleId);
  const log = createPhoneLog(session);
  const crashes = createCrashWatch({ session, appId, log });
  const bare = createPhoneView(session, mask, appId);
  const counted = countingCommands(bare.session);
  const view = watching(bare, counted.session, async (tree, signal) => {
    await crashes.check(tree, signal);
    if (mask.isNeeded && tree.nodes.some((node) => showsSecret(node, view))) await recording?.drop(signal);
  });
  const watchingCrashes = <Result>(work: () => Promise<Result>) => hearing(work, crashes);
  const looks = createLooks(view);
  const { actions, perform } = performing(session.platform, {
    ...touchActions(view),
    ...gestureActions(view),
    ...typingActions(view),
    ...systemActions(view),
    ...environmentActions(view),
  } satisfies Performers<'phone'>);
  let closing: Promise<void> | null = null;

  return {
    page: null,
    phone: {
      details: phoneDetailsOf(session),
      commands: counted.count,
      async log(signal) {
        const text = await log.read(signal, crashes.hasCrashed());
        return text && mask.text(text);
      },
      hierarchy() {
        const tree = view.lastSeen();
        if (tree === null) return null;
        const xml = mask.isNeeded ? maskedSource(tree.xml, mask.text) : tree.xml;
        return xml.slice(0, longestHierarchy);
      },
      video: async (signal) => (await recording?.fetch(signal)) ?? null,
    },
    actions,
    async perform(name, input, limits) {
      mustBeForApps(name, input, secrets);
      // A video can't be covered.
      if (recording !== null && mask.isNeeded && mask.holdsSecret(JSON.stringify(input)))
        await recording.drop(limits.signal);
      return watchingCrashes(() => perform(name, input, limits));
    },

    scene: (signal) => watchingCrashes(() => looks.scene(signal)),
    async snapshot(signal) {
      const tree = await watchingCrashes(() => looks.tree(signal));
      view.noteShown(tree);
      return phoneSnapshot(tree, mask);
    },
    screenshot: (signal) => watchingCrashes(() => takeScreenshot(view, session, signal)),
    settle: (signal) => watchingCrashes(() => settle(view, signal)).then(looks.atRest),
    lastAct: () => null,
    incidents: async () => [],
    trace: async () => null,
    close() {
      looks.forget();
      closing ??= view.restoring.restore().then(() => view.session.close());
      return closing;
    },
  };
}

/** What is to be known of a screen is seen at each look that somebody takes anyway. */
function watching(
  view: PhoneView,
  session: AppiumSession,
  onTree: (tree: UiTree, signal: AbortSignal) => Promise<void>,
): PhoneView {
  return {
    ...view,
    session,
    async look(signal) {
      const tree = await view.look(signal);
      await onTree(tree, signal);
      return tree;
    },
  };
}

/** The session as actions use it. */
function countingCommands(session: AppiumSession): { session: AppiumSession; count(): number } {
  let count = 0;
  return {
    count: () => count,
    session: {
      ...session,
      call(signal, command) {
        count += 1;
        return session.call(signal, command);
      },
    },
  };
}

/** A secret may have been on the screen only before or only after: both count. */
async function takeScreenshot(view: PhoneView, session: AppiumSession, signal: AbortSignal): Promise<Buffer> {
  const before = view.lastSeen();
  // A phone that gives no picture is not lost: it may still do everything else.
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(pictureMs)]);
  const encoded = await session.call(inTime, (client) => client.takeScreenshot());
  const png = Buffer.from(encoded, 'base64');
  if (!view.mask.isNeeded) return png;
  const after = await view.look(signal);
  const holding = [before, after]
    .flatMap((tree) => tree?.nodes ?? [])
    .filter((node) => showsSecret(node, view));
  const places = holding.flatMap(({ seen }) => seen ?? []);
  return places.length === 0 ? png : maskPng(png, places, after.screen.right);
}

function showsSecret(node: UiNode, { mask }: PhoneView): boolean {
  return (
    node.isVisible && [node.text, node.value ?? '', node.hint, node.accessibilityId].some(mask.holdsSecret)
  );
}

/** A phone reports no requests; a screen that no longer changes has settled. */
async function settle(view: PhoneView, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + settleMs;
  let before = (await view.look(signal)).source;
  while (performance.now() < deadlineMs) {
    await delay(settlePauseMs, undefined, { signal });
    const { source } = await view.look(signal);
    if (source === before) return;
    before = source;
  }
}

/** What the app goes by on this phone. */
export function appIdOf({ platform, capabilities }: AppiumSession, bundleId: string | null): string | null {
  const names = platform === 'ios' ? ['bundleId', 'CFBundleIdentifier'] : ['appPackage'];
  const granted = names
    .flatMap((name) => [capabilities[name], capabilities[`appium:${name}`]])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof granted === 'string' ? granted : bundleId;
}

/** What a person did wrong with the app is the app's or the test's fault; all other refusals are the driver's. */
const faultsOfTheApp = new Set([
  'element click intercepted',
  'element not interactable',
  'invalid element state',
  'no such element',
  'stale element reference',
]);

/** Which hosts an app tells what it is given, nobody knows: a secret that is bound to hosts is for web pages alone. */
function mustBeForApps(name: ActionName, input: unknown, secrets: readonly Secret[]): void {
  const { given } = actionOf(name);
  if (given === undefined) return;
  const text = String((input as Record<string, unknown> | null)?.[given] ?? '');
  const misplaced = secrets.find(({ value, hosts }) => hosts !== null && text.includes(value));
  if (misplaced !== undefined) throw notForApps(misplaced);
}

function notForApps({ name }: Secret): ExecutionFailure {
  return new ExecutionFailure(
    'SECRET_NOT_FOR_HOST',
    `The secret {{${name}}} is for web pages of certain hosts and may not be filled in on a phone. Give the app a variable of its own, without hosts.`,
  );
}

async function hearing<Result>(work: () => Promise<Result>, crashes: CrashWatch): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error;
    const crash = crashes.toldBy(error);
    if (crash !== null) throw crash;
    if (faultsOfTheApp.has(error.code))
      throw new ActionFailed(`The app did not let it happen: ${error.message}`);
    throw new ExecutionFailure('DEVICE_REFUSED', `The phone's driver did not do as asked: ${error.message}`, {
      cause: error,
    });
  }
}
