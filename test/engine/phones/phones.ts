import { afterAll, beforeAll } from 'vitest';
import type { Device, Secret } from '../../../src/engine/acting/device.ts';
import { parseAppiumServers, parseCapabilities } from '../../../src/engine/phones/servers.ts';
import type { PhoneSettings } from '../../../src/engine/task.ts';
import { type RunningAppium, startAppium } from './appium-server.ts';
import { apk, appFile, appZip, createPhones, log, never, request, withPrepared } from './support.ts';

interface More {
  /** How the phone is set up. */
  phone?: PhoneSettings;
  /** Of the operator. */
  capabilities?: Record<string, unknown>;
}

export interface Phones {
  /** A real Appium server with a pretended driver. */
  appium(): RunningAppium;
  open(platform: 'ios' | 'android', secrets?: Secret[], more?: More): Promise<Device>;
}

/** Phones with the shop on them, for the tests of one file. */
export function usePhones(): Phones {
  let started: { appium: RunningAppium; place: Awaited<ReturnType<typeof withPrepared>> } | undefined;
  beforeAll(async () => {
    const [appium, place] = await Promise.all([startAppium(), withPrepared()]);
    started = { appium, place };
  });
  afterAll(async () => {
    await started?.appium.close();
    await started?.place.remove();
  });
  const parts = () => {
    if (started === undefined) throw new TypeError('the server has not started');
    return started;
  };
  return {
    appium: () => parts().appium,
    async open(platform, secrets = [], { phone, capabilities = {} } = {}) {
      const { appium, place } = parts();
      const [server] = parseAppiumServers(appium.url);
      if (server === undefined) throw new TypeError('no server');
      const pool = createPhones({
        server,
        capabilities: parseCapabilities(JSON.stringify(capabilities)),
        appDelivery: 'auto',
        prepared: place.prepared,
        log,
      });
      const app =
        platform === 'ios' ? appFile('Shop.app.zip', await appZip()) : appFile('shop.apk', await apk());
      return pool.open(request(platform, app, secrets, phone), never);
    },
  };
}
