import { setTimeout as delay } from 'node:timers/promises';
import { type ActionName, actionOf } from '../acting/catalogue.ts';
import type { Device, Secret } from '../acting/device.ts';
import { ActionFailed } from '../acting/device.ts';
import { type Performers, performing } from '../acting/perform.ts';
import { ExecutionFailure, type PhoneDetails } from '../report.ts';
import { createCrashWatch } from './app-crash.ts';
import { environmentActions } from './environment-actions.ts';
import { createLooks } from './looks.ts';
import { type Mask, maskFor } from './mask.ts';
import { createPhoneLog } from './phone-log.ts';
import { phoneSnapshot } from './phone-snapshot.ts';
import { createPhoneView, type PhoneView } from './phone-view.ts';
import { maskPng } from './png-mask.ts';
import type { ScreenRecording } from './screen-recording.ts';
import { type AppiumSession, DriverRefusal } from './session.ts';
import { systemActions } from './system-actions.ts';
import { touchActions } from './touch-actions.ts';
import { typingActions } from './typing-actions.ts';
import type { UiNode } from './ui-node.ts';

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
  const view = createPhoneView(session, mask, appId, async (tree, signal) => {
    await crashes.check(tree, signal);
    if (mask.isNeeded && tree.nodes.some((node) => showsSecret(node, mask))) await recording?.drop(signal);
  });
  const looks = createLooks(view);
  const { actions, perform } = performing(session.platform, {
    ...touchActions(view),
    ...typingActions(view),
    ...systemActions(view),
    ...environmentActions(view),
  } satisfies Performers<'phone'>);
  let closing: Promise<void> | null = null;

  return {
    page: null,
    phone: {
      details: phoneDetailsOf(session),
      commands: view.commands,
      async log(signal) {
        const text = await log.read(signal, crashes.hasCrashed());
        return text && mask.text(text);
      },
      hierarchy() {
        const tree = view.lastSeen();
        return tree && mask.source(tree.xml).slice(0, longestHierarchy);
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

  async function watchingCrashes<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DriverRefusal)) throw error;
      throw crashes.toldBy(error) ?? faultOf(error);
    }
  }
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
    .filter((node) => showsSecret(node, view.mask));
  const places = holding.flatMap(({ seen }) => seen ?? []);
  return places.length === 0 ? png : maskPng(png, places, after.screen.right);
}

function showsSecret(node: UiNode, mask: Mask): boolean {
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
export function appIdOf(session: AppiumSession, bundleId: string | null): string | null {
  const names = session.platform === 'ios' ? ['bundleId', 'CFBundleIdentifier'] : ['appPackage'];
  return granted(session, names) ?? bundleId;
}

function phoneDetailsOf(session: AppiumSession): PhoneDetails {
  const named = (name: string) => granted(session, [name])?.slice(0, 200) ?? null;
  const name = named('deviceName');
  return {
    name,
    // XCUITest calls a simulator by its model, UiAutomator2 a phone by its serial number.
    model: named('deviceModel') ?? (session.platform === 'ios' ? name : null),
    version: named('platformVersion'),
    sessionUrl: null,
  };
}

/** The first of these capabilities that the driver has granted. */
function granted({ capabilities }: AppiumSession, names: readonly string[]): string | null {
  const values = names.flatMap((name) => [capabilities[name], capabilities[`appium:${name}`]]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

/** What a person did wrong with the app is the app's or the test's fault; all other refusals are the driver's. */
const faultsOfTheApp = new Set([
  'element click intercepted',
  'element not interactable',
  'invalid element state',
  'no such element',
  'stale element reference',
]);

function faultOf(refusal: DriverRefusal): Error {
  if (faultsOfTheApp.has(refusal.code))
    return new ActionFailed(`The app did not let it happen: ${refusal.message}`);
  const message = `The phone's driver did not do as asked: ${refusal.message}`;
  return new ExecutionFailure('DEVICE_REFUSED', message, { cause: refusal });
}

/** It is not known to which hosts an app sends what it is given: a secret that is bound to hosts is for web pages alone. */
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
