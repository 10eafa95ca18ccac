import { setTimeout as delay } from 'node:timers/promises';
import type { Device, DeviceAction, Secret } from '../device.ts';
import { ActionFailed, ExecutionFailure } from '../device.ts';
import { coverFor } from './cover.ts';
import { sceneOfTree } from './phone-scene.ts';
import { phoneSnapshot } from './phone-snapshot.ts';
import { coverPng } from './png-cover.ts';
import { type AppiumSession, DriverRefusal } from './session.ts';
import { systemActions } from './system-actions.ts';
import { touchActions } from './touch-actions.ts';
import { typingActions } from './typing-actions.ts';
import type { UiNode } from './ui-node.ts';
import { createView, type View } from './view.ts';

interface PhoneOptions {
  bundleId: string | null;
  secrets: readonly Secret[];
}

const settleMs = 3_000;
const settlePauseMs = 150;
const pictureMs = 30_000;

/** A phone with the app open on it. */
export function createPhone(session: AppiumSession, { bundleId, secrets }: PhoneOptions): Device {
  const cover = coverFor(secrets.map(({ value }) => value));
  const view = createView(session, cover, appIdOf(session, bundleId));
  let closing: Promise<void> | null = null;

  return {
    page: null,
    actions: [...touchActions(view), ...typingActions(view), ...systemActions(view)]
      .map(tellingRefusals)
      .map((action) => keepingFromApps(action, secrets)),

    scene: async (signal) => sceneOfTree(await heard(() => view.look(signal))),
    async snapshot(signal) {
      const tree = await heard(() => view.look(signal));
      view.noteShown(tree);
      return phoneSnapshot(tree, cover);
    },
    screenshot: (signal) => heard(() => takeScreenshot(view, signal)),
    settle: (signal) => heard(() => settle(view, signal)),
    lastAct: () => null,
    incidents: async () => [],
    trace: async () => null,
    close() {
      closing ??= session.close();
      return closing;
    },
  };
}

/** A secret may have been on the screen only before or only after: both count. */
async function takeScreenshot(view: View, signal: AbortSignal): Promise<Buffer> {
  const before = view.lastSeen();
  // A phone that gives no picture is not lost: it may still do everything else.
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(pictureMs)]);
  const encoded = await view.session.call(inTime, (client) => client.takeScreenshot());
  const png = Buffer.from(encoded, 'base64');
  if (!view.cover.isNeeded) return png;
  const after = await view.look(signal);
  const holding = [before, after]
    .flatMap((tree) => tree?.nodes ?? [])
    .filter((node) => showsSecret(node, view));
  const places = holding.flatMap(({ seen }) => seen ?? []);
  return places.length === 0 ? png : coverPng(png, places, after.screen.right);
}

function showsSecret(node: UiNode, { cover }: View): boolean {
  return (
    node.isVisible && [node.text, node.value ?? '', node.hint, node.accessibilityId].some(cover.holdsSecret)
  );
}

/** A phone tells of no requests; a screen that no longer changes has settled. */
async function settle(view: View, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + settleMs;
  let before = (await view.look(signal)).source;
  while (performance.now() < deadlineMs) {
    await delay(settlePauseMs, undefined, { signal });
    const { source } = await view.look(signal);
    if (source === before) return;
    before = source;
  }
}

function appIdOf({ platform, capabilities }: AppiumSession, bundleId: string | null): string | null {
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

function tellingRefusals(action: DeviceAction): DeviceAction {
  return { ...action, perform: (input, limits) => heard(() => action.perform(input, limits)) };
}

/** What an app is given by an action; everything else is only looked for. */
const givenBy: Readonly<Record<string, string>> = {
  type: 'text',
  select: 'option',
  open: 'url',
  press: 'key',
};

/** Which hosts an app tells what it is given, nobody knows: a secret that is bound to hosts is for web pages alone. */
function keepingFromApps(action: DeviceAction, secrets: readonly Secret[]): DeviceAction {
  const member = givenBy[action.name];
  const bound = secrets.filter(({ hosts }) => hosts !== null);
  if (member === undefined || bound.length === 0) return action;
  return {
    ...action,
    perform(input, limits) {
      const given = String((input as Record<string, unknown> | null)?.[member] ?? '');
      const misplaced = bound.find(({ value }) => given.includes(value));
      if (misplaced !== undefined) return Promise.reject(notForApps(misplaced));
      return action.perform(input, limits);
    },
  };
}

function notForApps({ name }: Secret): ExecutionFailure {
  return new ExecutionFailure(
    'SECRET_NOT_FOR_HOST',
    `The secret {{${name}}} is for web pages of certain hosts and may not be filled in on a phone. Give the app a variable of its own, without hosts.`,
  );
}

async function heard<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error;
    if (faultsOfTheApp.has(error.code))
      throw new ActionFailed(`The app did not let it happen: ${error.message}`);
    throw new ExecutionFailure('DEVICE_REFUSED', `The phone's driver did not do as asked: ${error.message}`, {
      cause: error,
    });
  }
}
