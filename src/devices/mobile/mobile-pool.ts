import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { type AppFile, type DevicePool, type DeviceRequest, ExecutionFailure } from '../device.ts';
import { createPhone } from './phone.ts';
import type { PreparedApps } from './prepared-apps.ts';
import {
  type AppiumCapabilities,
  type AppiumServer,
  type Capabilities,
  isOnThisMachine,
  type PhonePlatform,
} from './servers.ts';
import { openSession, type SessionTimes } from './session.ts';

/** How a server gets the app: as an address to fetch it from, or as a file on the machine that both run on. */
export const handOvers = ['auto', 'url', 'file'] as const;
export type HandOver = (typeof handOvers)[number];

interface PoolOptions {
  server: AppiumServer;
  capabilities: AppiumCapabilities;
  handOver: HandOver;
  prepared: PreparedApps;
  log: Log;
  times?: Partial<SessionTimes>;
}

const defaultTimes: SessionTimes = { openMs: 300_000, commandMs: 90_000, closeMs: 15_000 };
/** After that long without a command the server ends a session by itself, should we have died. */
const newCommandTimeoutSeconds = 300;
const closePatienceMs = 10_000;

/** The phones of one Appium server. */
export function createAppiumPool(options: PoolOptions): DevicePool {
  const { server, capabilities, prepared, log } = options;
  const times = { ...defaultTimes, ...options.times };
  const handOver =
    options.handOver === 'auto' ? (isOnThisMachine(server) ? 'file' : 'url') : options.handOver;
  const stragglers = new Set<Promise<void>>();

  return {
    platforms: server.platforms,
    slots: server.slots,

    async open(request, signal) {
      const platform = platformOf(request, server);
      const wanted = { ...capabilities.shared, ...capabilities[platform] };
      assertSomethingToOpen(request, wanted);
      const app = await handedOver(request.app, platform, wanted, signal);
      try {
        const session = await openSession(
          {
            server,
            platform,
            capabilities: { ...defaultsFor(platform, app.value), ...wanted },
            times,
            log,
            afterwards,
          },
          signal,
        );
        return createPhone(session, { app: request.app, secrets: request.secrets, release: app.release });
      } catch (error) {
        app.release();
        throw error;
      }
    },

    async close() {
      await Promise.race([Promise.all(stragglers), delay(closePatienceMs, undefined, { ref: false })]);
    },
  };

  function afterwards(work: Promise<void>): void {
    const tracked = work.finally(() => stragglers.delete(tracked));
    stragglers.add(tracked);
  }

  async function handedOver(
    app: AppFile | null,
    platform: PhonePlatform,
    wanted: Capabilities,
    signal: AbortSignal,
  ): Promise<{ value: string | null; release(): void }> {
    if (app === null || 'appium:app' in wanted) return { value: null, release: () => undefined };
    if (handOver === 'url' && isTakenAsItIs(app.filename, platform)) {
      return { value: await app.address(), release: () => undefined };
    }
    const file = await prepared.prepare(app, signal);
    if (handOver === 'file') return { value: file.path, release: file.release };
    try {
      return { value: await app.share({ path: file.path, suffix: file.suffix }), release: () => undefined };
    } finally {
      file.release();
    }
  }
}

function platformOf({ platform }: DeviceRequest, server: AppiumServer): PhonePlatform {
  const offered = server.platforms.find((candidate) => candidate === platform);
  if (offered !== undefined) return offered;
  throw new ExecutionFailure('NO_DEVICE_SESSION', `${server.url} has no phone for ${platform}.`);
}

const namesAnApp = ['appium:app', 'appium:bundleId', 'appium:appPackage', 'browserName'];

function assertSomethingToOpen({ app }: DeviceRequest, wanted: Capabilities): void {
  if (app !== null || namesAnApp.some((name) => name in wanted)) return;
  throw new ExecutionFailure(
    'APP_NOT_INSTALLED',
    'The run names no app to test: give one by "mobile" when you submit it.',
  );
}

function defaultsFor(platform: PhonePlatform, app: string | null): Capabilities {
  return {
    platformName: platform === 'ios' ? 'iOS' : 'Android',
    'appium:automationName': platform === 'ios' ? 'XCUITest' : 'UiAutomator2',
    'appium:newCommandTimeout': newCommandTimeoutSeconds,
    ...(app !== null && { 'appium:app': app }),
  };
}

/** Drivers open no tar, and that of Android no zip, which may hold an APK. */
function isTakenAsItIs(filename: string, platform: PhonePlatform): boolean {
  return /\.apk$/i.test(filename) || (platform === 'ios' && /\.zip$/i.test(filename));
}
