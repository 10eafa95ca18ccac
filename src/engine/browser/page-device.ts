import { setTimeout as timer } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { masking } from '../../kernel/masking.ts';
import type { ProxyPass } from '../../kernel/outbound/browser-proxy.ts';
import { greyPng } from '../../kernel/png.ts';
import { within } from '../../kernel/within.ts';
import { type ActionName, actionOf } from '../acting/catalogue.ts';
import {
  ActionFailed,
  type Device,
  type DeviceRequest,
  type Limits,
  type PagePicture,
} from '../acting/device.ts';
import { type Performers, performing } from '../acting/perform.ts';
import { seconds } from '../acting/seconds.ts';
import { ExecutionFailure } from '../report.ts';
import { maskedScene } from '../scene/masked-scene.ts';
import { bounded, renderScene } from '../scene/render.ts';
import type { Scene } from '../scene/scene.ts';
import type { ActionContext } from './actions/act-on-target.ts';
import { downloadAction } from './actions/download-action.ts';
import { fieldActions } from './actions/field-actions.ts';
import { pointerActions } from './actions/pointer-actions.ts';
import { tabActions } from './actions/tab-actions.ts';
import { findAccessibilityIssues } from './page/accessibility.ts';
import { createActMemory } from './page/act-memory.ts';
import { observeArrival } from './page/arrival.ts';
import { createLooksBetweenSteps } from './page/between-steps.ts';
import { openClipboard } from './page/clipboard.ts';
import { type DialogAnswer, observeDialogs } from './page/dialogs.ts';
import type { Downloads } from './page/downloads.ts';
import { createGlimpses } from './page/glimpse.ts';
import { observeIncidents } from './page/incidents.ts';
import type { NavigationPolicy } from './page/navigation-policy.ts';
import { asItIs, coveredPicture, still } from './page/picture.ts';
import type { Recording } from './page/recording.ts';
import { createRunEnding, type RunEnding } from './page/run-ending.ts';
import { heldPage, type PageLook, sceneOfPage } from './page/scene.ts';
import { createSecretPlaces } from './page/secret-places.ts';
import { observeTabs, type Tabs } from './page/tabs.ts';
import { observeTraffic } from './page/traffic.ts';

interface PageDeviceParts {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly pass: Pick<ProxyPass, 'refusals'>;
  readonly request: DeviceRequest;
  readonly policy: NavigationPolicy;
  readonly recording: Recording;
  readonly downloads: Downloads;
  readonly viewport: { readonly width: number; readonly height: number };
  close(): Promise<void>;
}

/** A device, and what the browser itself reports to it. */
interface PageDevice extends Device {
  readonly tabs: Tabs;
  readonly ending: RunEnding;
}

/** How long a page may take to come, where nobody has said how long. */
const navigationTimeoutMs = 30_000;
const settleMs = 3_000;
/** However little time a step has, a page that it leads to has this much. */
const leastArrivalMs = 5_000;
/** How long a new tab may take to be known, and a step that must open a dialog to open it. */
const newTabMs = 3_000;
const dialogMs = 1_000;
const leftBehindMs = 2_000;
const longestGlanceMs = 1_000;
/** The recording of a long run is large; the verdict stands without it. */
const recordingMs = 30_000;
const dropMs = 5_000;
const maxSnapshot = 60_000;

export function createPageDevice(parts: PageDeviceParts): PageDevice {
  const { browser, context, pass, request, policy, recording, downloads, viewport } = parts;
  const ending = createRunEnding();
  const secrets = request.secrets.map(({ value }) => value);
  const places = createSecretPlaces(request.secrets, policy, ending);
  const mask = masking(secrets);
  const traffic = observeTraffic(context, request.targetUrl);
  const takeIncidents = observeIncidents(context, traffic, mask);
  const dialogs = observeDialogs(context, mayHave);
  const clipboard = openClipboard(browser);
  const tabs = observeTabs(context, () => ending.fail(crashed('The page has crashed in the browser.')));
  const acts = createActMemory(traffic);
  const betweenSteps = createLooksBetweenSteps(glance);
  let lastPicture: Buffer | null = null;
  let hasActed = false;
  let isRecorded = true;

  const onDisconnected = () => ending.fail(crashed('The browser has ended while the run was using it.'));
  browser.on('disconnected', onDisconnected);
  if (!browser.isConnected()) onDisconnected();
  const arrival = observeArrival(context, { ending, traffic, dialogs, tabs, refusals: pass.refusals });

  const actionContext: ActionContext = {
    tabs,
    dialogs,
    downloads,
    secrets: places,
    clipboard,
    dropRecording,
    page: tabs.current,
    world: tabs.world,
    async look(page, maxMs) {
      const seen = await look(page, maxMs);
      acts.saw(seen.scene);
      return seen;
    },
    isBusy: traffic.isBusy,
    pause: (ms, signal) => traffic.change(ms, signal),
    sleep,
    open: arrival.open,
    answerDialog,
  };
  const { actions, perform } = performing('web', {
    ...tabActions(actionContext),
    ...pointerActions(actionContext),
    ...fieldActions(actionContext),
    ...downloadAction(actionContext),
  } satisfies Performers<'web'>);

  /** What holds for every action: before it, and after it. */
  async function performCarefully(name: ActionName, input: unknown, limits: Limits): Promise<string> {
    const onDialogs = actionOf(name).dialogs;
    if (places.isUsedIn(input)) await dropRecording();
    if (onDialogs !== 'leaves') await dialogs.turn();
    const known = dialogs.open();
    await betweenSteps.stop();
    acts.begin();
    const isDue = dialogs.isArmed() && onDialogs === 'opens';
    const summary = await perform(name, input, limits).catch((error: unknown) => {
      throw arrival.asFailure(error, limits);
    });
    await arrive(limits);
    if (isDue) await dialogMustOpen(limits.signal);
    hasActed = name !== 'open';
    acts.end(tabs.current().url());
    betweenSteps.begin();
    const asked = dialogs.open();
    return mask(
      asked === null || asked === known ? summary : `${summary} A dialog asks: "${asked.message()}"`,
    );
  }

  /** After an action: what it has opened is known, and the page that it leads to is there. */
  async function arrive(limits: Limits): Promise<void> {
    await dialogs.unlessHeld(async () => {
      await tabs.world(tabs.current()).touch();
      await tabs.caughtUp(newTabMs, limits.signal);
      await arrival.pageIsThere(tabs.current(), Math.max(limits.timeoutMs, leastArrivalMs), limits.signal);
    });
  }

  async function answerDialog(answer: DialogAnswer, limits: Limits): Promise<string | null> {
    if (dialogs.open() === null && dialogs.said().length === 0) {
      // Said before the step that opens it, the answer waits for it; said after it, the dialog must come.
      if (!hasActed) return (await dialogs.answer(answer))?.message() ?? null;
      const before = dialogs.count();
      await dialogs.opened(limits.timeoutMs, limits.signal);
      limits.signal.throwIfAborted();
      if (dialogs.count() === before)
        throw new ActionFailed(
          `No dialog has opened within ${seconds(limits.timeoutMs)}. Answer a dialog right after the step that opens it.`,
          { expected: 'a dialog of the page', actual: 'there is none' },
        );
    }
    if (dialogs.open() === null) return dialogs.pass() ?? '';
    return (await dialogs.answer(answer))?.message() ?? '';
  }

  async function dialogMustOpen(signal: AbortSignal): Promise<void> {
    if (dialogs.isArmed()) await dialogs.opened(dialogMs, signal);
    if (!dialogs.isArmed()) return;
    dialogs.disarm();
    throw new ActionFailed('A dialog was to be answered, but this step opened none.', {
      expected: 'a dialog of the page',
      actual: 'there is none',
    });
  }

  async function look(page: Page, maxMs?: number): Promise<PageLook> {
    return sceneOfPage(page.url(), await tabs.world(page).look(maxMs), dialogs.said(), places.isIn);
  }

  /** Of a page that a question holds, only the question can be seen. */
  async function scene(signal: AbortSignal): Promise<Scene> {
    const page = tabs.current();
    const beganAtMs = performance.now();
    const seen = await dialogs.unlessHeld(async () => {
      await arrival.pageIsThere(page, navigationTimeoutMs, signal);
      return look(page);
    });
    const shown = (seen ?? heldPage(page.url(), viewport, dialogs.said())).scene;
    acts.looked(shown, beganAtMs);
    betweenSteps.looked();
    return shown;
  }

  async function glance(): Promise<void> {
    const beganAtMs = performance.now();
    const seen = await dialogs.unlessHeld(() => look(tabs.current(), longestGlanceMs)).catch(() => null);
    if (seen !== null) acts.glanced(seen.scene, beganAtMs);
  }

  /** Playwright throws from nowhere, and the process with it, when a context goes below a navigation that it answers. */
  async function stopLeftBehind(): Promise<void> {
    const work = ending.leftBehind();
    if (work === null || !browser.isConnected()) return;
    const stopping = Promise.allSettled(tabs.all().map(stopLoading)).then(() => work);
    await within(leftBehindMs, stopping, () => undefined);
  }

  /** Null while a question is open: the browser draws nothing then. */
  function pictureWithoutSecrets(
    page: Page,
    take: () => Promise<Buffer>,
    takeCovered: (secrets: readonly string[]) => Promise<Buffer>,
  ): Promise<Buffer | null> {
    return dialogs.unlessHeld(async () => {
      if (secrets.length === 0) return take();
      const world = tabs.world(page);
      if (!(await world.shows(secrets))) {
        const picture = await take();
        // A page that has come since may show them.
        if (!(await world.shows(secrets))) return picture;
      }
      // The recording has the page as it is, and would have the secrets as what to cover.
      await dropRecording();
      return takeCovered(secrets);
    });
  }

  async function stillPicture(): Promise<PagePicture> {
    const page = tabs.current();
    const { ask } = tabs.world(page);
    const take = (covered: readonly string[] = []) => coveredPicture(page, ask, covered, still);
    const png = unlessAsked(await pictureWithoutSecrets(page, () => take(), take));
    const { width, height } = page.viewportSize() ?? viewport;
    return { png, width, height, browser: `${browser.browserType().name()}-${process.platform}` };
  }

  /** It is never given out from here on, whether the browser hears of it or not. */
  async function dropRecording(): Promise<void> {
    isRecorded = false;
    await within(dropMs, recording.drop(), () => undefined).catch(() => undefined);
  }

  /** Nobody says which frame has opened a dialog, and a page that waits for its answer can't be asked. */
  function mayHave(text: string, page: Page | null): boolean {
    const addresses = page?.frames().map((frame) => frame.url()) ?? [];
    const [own = null, ...within] = addresses;
    try {
      places.mustFit(text, own);
      for (const address of within) if (!isWrittenByPage(address)) places.mustFit(text, address);
      return true;
    } catch {
      return false;
    }
  }

  return {
    actions,
    perform: (name, input, limits) =>
      ending.during(limits.signal, () => performCarefully(name, input, limits)),
    tabs,
    ending,

    phone: null,
    page: {
      glimpse: createGlimpses(tabs, dialogs, secrets),
      picture: (signal) => ending.during(signal, stillPicture),
      accessibilityIssues: (signal) =>
        ending.during(signal, async () => {
          const page = tabs.current();
          return unlessAsked(await dialogs.unlessHeld(() => findAccessibilityIssues(page, tabs.world(page))));
        }),
      options: (key, signal) =>
        ending.during(signal, async () => {
          const page = tabs.current();
          const found = await dialogs.unlessHeld(async () => {
            const seen = await look(page);
            const thing = seen.scene.things.find((one) => one.key === key);
            const spot = thing === undefined ? null : seen.spotOf(thing);
            return spot === null ? null : tabs.world(page).optionsNow(spot);
          });
          return found ?? null;
        }),
      downloads: (signal) => ending.during(signal, () => downloads.read()),
    },

    scene: (signal) => ending.during(signal, () => scene(signal)),

    snapshot(signal) {
      return ending.during(signal, async () => {
        const shown = await scene(signal);
        const seen = secrets.length === 0 ? shown : maskedScene(shown, mask);
        const others = tabs.all().length > 1 ? [`- (${tabs.all().length} tabs are open)`] : [];
        return mask(bounded([`Page: ${seen.url}`, ...renderScene(seen), ...others].join('\n'), maxSnapshot));
      });
    },

    screenshot(signal) {
      return ending.during(signal, async () => {
        const page = tabs.current();
        const world = tabs.world(page);
        const picture = await pictureWithoutSecrets(page, world.picture, (secrets) =>
          coveredPicture(page, world.ask, secrets, asItIs),
        );
        lastPicture = picture ?? lastPicture ?? greyPng(viewport.width, viewport.height, 0xee);
        return lastPicture;
      });
    },

    async settle(signal) {
      await ending.during(signal, async () => {
        await dialogs.unlessHeld(async () => {
          const deadline = Date.now() + settleMs;
          // One request may follow from another: twice quiet is quiet.
          for (let round = 0; round < 2; round += 1) {
            await tabs.world(tabs.current()).touch();
            await traffic.quiet(Math.max(deadline - Date.now(), 0), signal, betweenSteps.glance);
          }
        });
      });
    },

    lastAct: acts.last,
    incidents: takeIncidents,

    trace(signal) {
      return ending.during(signal, async () => {
        const isLeaking = await dialogs.unlessHeld(() => tabs.world(tabs.current()).shows(secrets));
        if (secrets.length > 0 && isLeaking !== false) await dropRecording();
        return isRecorded ? within(recordingMs, recording.finish(), () => null) : null;
      });
    },

    async close() {
      void betweenSteps.stop();
      browser.off('disconnected', onDisconnected);
      ending.fail(crashed('The browser page of this run has been closed.'));
      await stopLeftBehind();
      await within(leftBehindMs, clipboard.close(), () => undefined).catch(() => undefined);
      await parts.close();
    },
  };
}

/** Of a page that a question holds nothing is known. */
function unlessAsked<T>(answer: T | null): T {
  if (answer !== null) return answer;
  throw new ActionFailed("The page can't be inspected: one of its dialogs is waiting for an answer.");
}

async function stopLoading(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
}

/** What is in such a frame comes from a page around it. */
function isWrittenByPage(address: string): boolean {
  return address === 'about:blank' || address === 'about:srcdoc';
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await timer(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function crashed(message: string): ExecutionFailure {
  return new ExecutionFailure('BROWSER_CRASHED', message);
}
