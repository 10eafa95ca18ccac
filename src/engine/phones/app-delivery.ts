import type { DeviceApp } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import type { AppFile, Platform } from '../task.ts';
import { formFor, isInForm } from './app-form.ts';
import type { CloudAccount } from './clouds/cloud.ts';
import type { UploadBuild } from './clouds/upload-build.ts';
import type { PreparedApps } from './prepared-apps.ts';
import { type AppiumServer, isOnThisMachine } from './servers.ts';

/** How a server gets the app: as an address to fetch it from, or as a file on the machine that both run on. */
export type AppDelivery = 'auto' | 'url' | 'file';

interface HandedOver {
  readonly app: DeviceApp;
  /** Gives back the app's file. */
  release(): void;
}

/** Makes the app of a run ready for the server that installs it; throws `ExecutionFailure` for one that can't be. */
type HandOverApp = (
  app: AppFile,
  platform: Platform,
  signal: AbortSignal,
  /** Of an app in a cloud: as if it were not there yet. */
  options?: { isAnew: boolean },
) => Promise<HandedOver>;

export function createAppDelivery(options: {
  server: AppiumServer;
  appDelivery: AppDelivery;
  prepared: PreparedApps;
  /** Of an iPhone: a real one, or a simulator. Null: the build decides. */
  isReal: boolean | null;
  /** As the operator calls it. */
  phoneName?: string | null;
  /** Which gets the app by an upload of its own. */
  cloud?: { account: CloudAccount; upload: UploadBuild } | null;
}): HandOverApp {
  const { server, prepared, isReal, phoneName = null, cloud = null } = options;
  const phone = phoneName === null ? `the phone of ${server.url}` : `the phone "${phoneName}"`;
  const appDelivery =
    options.appDelivery === 'auto' ? (isOnThisMachine(server) ? 'file' : 'url') : options.appDelivery;

  return async (app, platform, signal, { isAnew } = { isAnew: false }) => {
    const { name, bundleId } = app;
    const handed = (source: string, release: () => void = () => undefined): HandedOver => ({
      app: { name, bundleId, source },
      release,
    });
    if (platform === 'ios') assertFits(app, phone, isReal);
    const form = formFor(app, platform, isReal);
    if (cloud === null && appDelivery === 'url' && isInForm(app, form))
      return handed(await app.address(form));
    const file = await prepared.prepare(app, form, signal);
    if (cloud === null && appDelivery === 'file') return handed(file.path, file.release);
    try {
      if (cloud === null) return handed(await app.share({ path: file.path, suffix: form }));
      const { account, upload } = cloud;
      const build = { name, path: file.path, sha256: file.sha256, form };
      return handed(await upload({ account, isReal, build, known: app.cloudUploads, isAnew }, signal));
    } finally {
      file.release();
    }
  };
}

function assertFits(app: AppFile, phone: string, isReal: boolean | null): void {
  if (isReal === null) return;
  if (isReal && app.builtFor === 'simulator') {
    throw notForDevice(
      `${app.name} is built for the iOS simulator, but ${phone} is a real iPhone: upload the .ipa of a device build.`,
    );
  }
  if (!isReal && app.builtFor === 'device') {
    throw notForDevice(
      `${app.name} is built for real devices, but ${phone} is an iOS simulator: build for the simulator ("xcodebuild -sdk iphonesimulator") and upload that .app.`,
    );
  }
  if (isReal && app.folder === null) {
    throw notForDevice(
      `${app.name} was uploaded before builds were looked into for real devices, and ${phone} is one: upload it again.`,
    );
  }
}

function notForDevice(message: string): ExecutionFailure {
  return new ExecutionFailure('APP_NOT_FOR_DEVICE', message);
}
