import type { AppFile, DeviceApp, Platform } from '../device.ts';
import type { PreparedApps } from './prepared-apps.ts';
import { type AppiumCapabilities, type AppiumServer, isOnThisMachine } from './servers.ts';

/** How a server gets the app: as an address to fetch it from, or as a file on the machine that both run on. */
export type HandOver = 'auto' | 'url' | 'file';

export interface HandedOver {
  readonly app: DeviceApp;
  /** Gives back the app's file. */
  release(): void;
}

/** Makes the app of a run ready for the server that installs it; throws `ExecutionFailure` for one that can't be. */
export type HandOverApp = (app: AppFile, platform: Platform, signal: AbortSignal) => Promise<HandedOver>;

export function createHandOver(options: {
  server: AppiumServer;
  capabilities: AppiumCapabilities;
  handOver: HandOver;
  prepared: PreparedApps;
}): HandOverApp {
  const { server, capabilities, prepared } = options;
  const handOver =
    options.handOver === 'auto' ? (isOnThisMachine(server) ? 'file' : 'url') : options.handOver;

  return async (app, platform, signal) => {
    const { bundleId } = app;
    const wanted = { ...capabilities.shared, ...(platform === 'web' ? {} : capabilities[platform]) };
    const kept = (source: string | null): HandedOver => ({
      app: { bundleId, source },
      release: () => undefined,
    });
    if ('appium:app' in wanted) return kept(null);
    if (handOver === 'url' && isTakenAsItIs(app.filename, platform)) return kept(await app.address());
    const file = await prepared.prepare(app, signal);
    if (handOver === 'file') return { app: { bundleId, source: file.path }, release: file.release };
    try {
      return kept(await app.share({ path: file.path, suffix: file.suffix }));
    } finally {
      file.release();
    }
  };
}

/** Drivers open no tar, and that of Android no zip, which may hold an APK. */
function isTakenAsItIs(filename: string, platform: Platform): boolean {
  return /\.apk$/i.test(filename) || (platform === 'ios' && /\.zip$/i.test(filename));
}
