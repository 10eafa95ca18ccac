import type { Browser } from 'playwright-core';
import { createPilot, type Pilot } from '../../engine/acting/create-pilot.ts';
import type { DevicePool } from '../../engine/acting/device.ts';
import type { Planner } from '../../engine/acting/planner.ts';
import { ExecutionFailure } from '../../engine/report.ts';
import type { Account } from '../../kernel/account.ts';
import type { Log } from '../../kernel/log.ts';
import { noSandbox, type SlotDevice, type SlotSettings, type Started } from './messages.ts';

/** What a slot works with. */
export interface SlotParts {
  /** Or why it has no device; each run then fails with that. */
  readonly started: Started | ExecutionFailure;
  readonly pilot: Pilot;
  readonly pool: DevicePool;
  /** There is no browser, or it has died: the slot takes no further run. */
  isLost(): boolean;
}

/** Loads the largest part of what `openSlotParts` needs, before it is known where the slot works. */
export async function loadDevice(kind: SlotDevice['kind']): Promise<void> {
  await (kind === 'web' ? browserModules() : import('../../engine/phones/mobile-pool.ts'));
}

/** What a slot reports besides its answers. */
interface SlotEvents {
  /** The browser has died. */
  onLost(): void;
  onSession(sessionId: string | null): void;
}

/** Loads what the slot needs, gives up its rights, and only then starts anything. */
export async function openSlotParts(
  settings: SlotSettings,
  log: Log,
  events: SlotEvents,
): Promise<SlotParts> {
  const { device, folder, stepTimeoutMs, assertTimeoutMs } = settings;
  // Its temporary files are the slot's own as well.
  process.env.HOME = folder;
  if (process.platform !== 'darwin') process.env.TMPDIR = folder;
  const planner = await loadPlanner(settings, log);
  const open =
    device.kind === 'web' ? await loadBrowser(device, settings, log) : await loadPhones(device, log);
  // From here on the code itself may be unreachable: everything is loaded.
  if (settings.account?.lowered) lowerTo(settings.account);
  const pilot = createPilot({ planner, stepTimeoutMs, assertTimeoutMs });
  return { pilot, ...(await open(events).catch(withoutDevice)) };
}

function withoutDevice(error: unknown): Omit<SlotParts, 'pilot'> {
  const started =
    error instanceof ExecutionFailure
      ? error
      : new ExecutionFailure('NO_BROWSER', 'The browser could not be started.', { cause: error });
  const pool = { open: () => Promise.reject(started), close: async () => undefined };
  return { started, pool, isLost: () => true };
}

function lowerTo({ uid, gid }: Account): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

type OpenDevices = (events: SlotEvents) => Promise<Omit<SlotParts, 'pilot'>>;
type WebDevice = Extract<SlotDevice, { kind: 'web' }>;
type PhoneDevice = Extract<SlotDevice, { kind: 'phone' }>;

async function loadBrowser(
  device: WebDevice,
  { folder, policy }: SlotSettings,
  log: Log,
): Promise<OpenDevices> {
  const [{ launchBrowser, isSandboxFault }, { createWebPool }, { createOutbound }, { startBrowserProxy }] =
    await browserModules();
  const launch = async (sandbox: boolean) => {
    const options = { ...device.program, folder, sandbox };
    return launchBrowser(options).catch((error: unknown) => {
      if (isSandboxFault(error)) throw error;
      // One that died while it started gets a second try.
      return launchBrowser(options);
    });
  };

  /** With its sandbox, unless the operator or the kernel does not want it. */
  async function start(): Promise<{ browser: Browser; isSandboxed: boolean }> {
    if (device.sandbox === 'off') return { browser: await launch(false), isSandboxed: false };
    try {
      return { browser: await launch(true), isSandboxed: true };
    } catch (error) {
      if (!isSandboxFault(error) || !(error instanceof ExecutionFailure)) throw error;
      if (device.sandbox === 'required') throw new ExecutionFailure(noSandbox, error.message);
      return { browser: await launch(false), isSandboxed: false };
    }
  }

  return async ({ onLost }) => {
    // The proxy belongs to the slot as well: a page that floods the network keeps only its own run busy.
    const outbound = createOutbound({
      policy,
      onRefused: (refusal) => log.info(refusal, 'an address may not be called'),
    });
    const proxy = await startBrowserProxy(outbound);
    const { browser, isSandboxed } = await start();
    browser.once('disconnected', onLost);
    return {
      started: { version: browser.version(), isSandboxed },
      pool: await createWebPool({ browser, proxy, folder }),
      isLost: () => !browser.isConnected(),
    };
  };
}

async function browserModules() {
  const modules = await Promise.all([
    import('../../engine/browser/program/launch.ts'),
    import('../../engine/browser/web-pool.ts'),
    import('../../kernel/outbound/outbound.ts'),
    import('../../kernel/outbound/browser-proxy.ts'),
    import('../../engine/browser/page/accessibility.ts'),
  ]);
  const [, , , , { loadAudit }] = modules;
  await loadAudit();
  return modules;
}

async function loadPhones({ server, capabilities, cloud }: PhoneDevice, log: Log): Promise<OpenDevices> {
  const { createAppiumPool } = await import('../../engine/phones/mobile-pool.ts');
  return async ({ onSession }) => ({
    started: { version: '', isSandboxed: true },
    pool: createAppiumPool({ server, capabilities, cloud, log, onSession }),
    isLost: () => false,
  });
}

async function loadPlanner({ model }: SlotSettings, log: Log): Promise<Planner | null> {
  if (model === null) return null;
  const [{ createModel }, { createModelPlanner }, { loadSdk }] = await Promise.all([
    import('../../engine/model/provider.ts'),
    import('../../engine/model/planner.ts'),
    import('../../engine/model/ask.ts'),
  ]);
  await loadSdk();
  return createModelPlanner({ model: await createModel(model.options), limits: model.limits, log });
}
