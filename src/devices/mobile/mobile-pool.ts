import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { type DevicePool, type DeviceRequest, ExecutionFailure } from '../device.ts';
import { createPhone } from './phone.ts';
import type { AppiumCapabilities, AppiumServer, Capabilities, PhonePlatform } from './servers.ts';
import { openSession, type SessionTimes } from './session.ts';

interface PoolOptions {
  server: AppiumServer;
  capabilities: AppiumCapabilities;
  log: Log;
  /** A session of the server is there; null: it has ended. */
  onSession?(sessionId: string | null): void;
  times?: Partial<SessionTimes>;
}

const defaultTimes: SessionTimes = { openMs: 300_000, commandMs: 90_000, closeMs: 15_000 };
/** After that long without a command the server ends a session by itself, should we have died. */
const newCommandTimeoutSeconds = 300;
const closePatienceMs = 10_000;

/** The phones of one Appium server. */
export function createAppiumPool(options: PoolOptions): DevicePool {
  const { server, capabilities, log, onSession = () => undefined } = options;
  const times = { ...defaultTimes, ...options.times };
  const stragglers = new Set<Promise<void>>();

  return {
    async open(request, signal) {
      const platform = platformOf(request, server);
      const wanted = { ...capabilities.shared, ...capabilities[platform] };
      assertSomethingToOpen(request, wanted);
      const session = await openSession(
        {
          server,
          platform,
          capabilities: { ...defaultsFor(platform, request.app?.source ?? null), ...wanted },
          times,
          log,
          onSession,
          afterwards,
        },
        signal,
      );
      return createPhone(session, { bundleId: request.app?.bundleId ?? null, secrets: request.secrets });
    },

    async close() {
      await Promise.race([Promise.all(stragglers), delay(closePatienceMs, undefined, { ref: false })]);
    },
  };

  function afterwards(work: Promise<void>): void {
    const tracked = work.finally(() => stragglers.delete(tracked));
    stragglers.add(tracked);
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
