import type { Log } from '../../kernel/log.ts';
import { within } from '../../kernel/within.ts';
import type { DevicePool, DeviceRequest } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import type { CloudPhone } from './clouds/cloud.ts';
import { cloudCapabilities, cloudFailure, onCloud, sessionPageOf } from './clouds/cloud-session.ts';
import { appIdOf, createPhone } from './phone.ts';
import { capabilitiesFor, setUpPhone } from './phone-settings.ts';
import { recordScreen } from './screen-recording.ts';
import type { AppiumCapabilities, AppiumServer, Capabilities, PhonePlatform } from './servers.ts';
import { openSession, type SessionTimes } from './session.ts';

interface PoolOptions {
  server: AppiumServer;
  capabilities: AppiumCapabilities;
  /** Of a device cloud. */
  cloud?: CloudPhone | null;
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
  const { server, capabilities, cloud = null, log, onSession = () => undefined } = options;
  const times = { ...defaultTimes, ...options.times };
  const stragglers = new Set<Promise<void>>();

  return {
    async open(request, signal) {
      const platform = platformOf(request, server);
      const wanted = { ...capabilities.shared, ...capabilities[platform] };
      assertSomethingToOpen(request, wanted);
      const defaults = defaultsFor(platform, request.app?.source ?? null);
      const names = { build: request.app?.name ?? 'Gantry', session: request.runName };
      const own = cloud && cloudCapabilities(cloud, names, wanted);
      const session = await openSession(
        {
          server,
          platform,
          capabilities: { ...defaults, ...wanted, ...settingsOf(request, platform, wanted), ...own },
          times,
          log,
          onSession,
          afterwards,
        },
        signal,
      ).catch((error: unknown) => {
        throw cloud === null ? error : cloudFailure(cloud, error);
      });
      const bundleId = request.app?.bundleId ?? null;
      try {
        if (request.phone !== null)
          await setUpPhone(session, request.phone, appIdOf(session, bundleId), signal);
      } catch (error) {
        await session.close();
        throw error;
      }
      const phone = createPhone(session, {
        bundleId,
        secrets: request.secrets,
        recording: recordScreen(session, log),
      });
      return cloud === null
        ? phone
        : onCloud(phone, session, cloud, await sessionPageOf(session, cloud), log);
    },

    idle: async () => void (await Promise.all(stragglers)),

    async close() {
      await within(closePatienceMs, Promise.all(stragglers), () => undefined);
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

const namesAnApp = ['appium:bundleId', 'appium:appPackage', 'browserName'];

function assertSomethingToOpen({ app }: DeviceRequest, wanted: Capabilities): void {
  if (app !== null || namesAnApp.some((name) => name in wanted)) return;
  throw new ExecutionFailure(
    'APP_NOT_INSTALLED',
    'The run names no app to test: give one by "mobile" when you submit it.',
  );
}

/** A run that asks for a language means it, whatever its operator has set for all. */
function settingsOf(
  { app, phone }: DeviceRequest,
  platform: PhonePlatform,
  wanted: Capabilities,
): Capabilities {
  if (phone === null) return {};
  const named = wanted[platform === 'ios' ? 'appium:bundleId' : 'appium:appPackage'];
  return capabilitiesFor(platform, phone, typeof named === 'string' ? named : (app?.bundleId ?? null));
}

function defaultsFor(platform: PhonePlatform, app: string | null): Capabilities {
  return {
    platformName: platform === 'ios' ? 'iOS' : 'Android',
    'appium:automationName': platform === 'ios' ? 'XCUITest' : 'UiAutomator2',
    'appium:newCommandTimeout': newCommandTimeoutSeconds,
    // What it keeps of earlier runs, also those of other projects, is no part of this one's log.
    ...(platform === 'android' && { 'appium:clearDeviceLogsOnStart': true }),
    ...(app !== null && { 'appium:app': app }),
  };
}
