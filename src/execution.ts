import { join } from 'node:path';
import type { Config } from './config.ts';
import type { DevicePool } from './devices/device.ts';
import type { Log } from './kernel/log.ts';
import { startBrowserProxy } from './outbound/browser-proxy.ts';
import type { Outbound } from './outbound/outbound.ts';
import { createPilot } from './pilots/create-pilot.ts';
import type { Planner } from './pilots/planner.ts';
import type { Execution } from './worker/worker.ts';

export interface ExecutionParts {
  dataDir: string;
  /** The folders in which an installed browser is looked for. */
  searchPath: string;
  outbound: Outbound;
  log: Log;
}

/** What the pools share and close with the last of them. */
interface Pools {
  pools: DevicePool[];
  close(): Promise<void>;
}

const none: Pools = { pools: [], close: async () => undefined };

/** The devices and the pilot that the settings ask for. Each is loaded only where it is used: they are large. */
export async function createExecution(config: Config, parts: ExecutionParts): Promise<Execution> {
  const planner = await createPlanner(config, parts);
  const pilot = createPilot({
    planner,
    stepTimeoutMs: config.stepTimeoutSeconds * 1_000,
    assertTimeoutMs: config.assertTimeoutSeconds * 1_000,
  });
  const mobile = await mobilePools(config, parts);
  const web = await webPools(config, parts);
  const pools = [...web.pools, ...mobile.pools];
  return {
    pilot,
    pools,
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
      await Promise.all([web.close(), mobile.close()]);
    },
  };
}

async function webPools(
  config: Config,
  { dataDir, searchPath, outbound, log }: ExecutionParts,
): Promise<Pools> {
  if (config.browserSlots === 0) return none;
  const { findBrowser } = await import('./devices/web/find-browser.ts');
  const found = await findBrowser({
    path: config.browserPath,
    searchPath,
    cacheDir: browserFolder(dataDir),
  });
  if (found === null) {
    log.warn('there is no browser for web runs; see gantry doctor');
    return none;
  }
  const [{ createBrowserKeeper }, { createWebPool }, { launchBrowser }] = await Promise.all([
    import('./devices/web/browser-keeper.ts'),
    import('./devices/web/web-pool.ts'),
    import('./devices/web/launch.ts'),
  ]);
  const keeper = createBrowserKeeper({
    log,
    launch: async (signal) =>
      launchBrowser({ ...(await found.program()), sandbox: config.browserSandbox === 'on', signal }),
  });
  const proxy = await startBrowserProxy(outbound);
  const pool = createWebPool({ keeper, proxy, slots: config.browserSlots, log });
  return { pools: [pool], close: () => proxy.close() };
}

async function mobilePools(config: Config, { dataDir, log }: ExecutionParts): Promise<Pools> {
  if (config.appiumUrl.length === 0) return none;
  const [{ createAppiumPool }, { createPreparedApps }] = await Promise.all([
    import('./devices/mobile/mobile-pool.ts'),
    import('./devices/mobile/prepared-apps.ts'),
  ]);
  const prepared = createPreparedApps({
    folder: join(dataDir, 'prepared-apps'),
    maxBytes: config.appCacheBytes,
  });
  const { appiumCapabilities: capabilities, appiumApp: handOver } = config;
  const pools = config.appiumUrl.map((server) =>
    createAppiumPool({ server, capabilities, handOver, prepared, log }),
  );
  return { pools, close: () => prepared.close() };
}

async function createPlanner(config: Config, { log }: ExecutionParts): Promise<Planner | null> {
  const { model, modelBaseUrl: baseUrl, modelApiKey: apiKey } = config;
  if (model === undefined) return null;
  const [{ createModel }, { createModelPlanner }] = await Promise.all([
    import('./pilots/model/provider.ts'),
    import('./pilots/model/planner.ts'),
  ]);
  return createModelPlanner({
    model: await createModel({ model, baseUrl, apiKey }),
    limits: {
      callsPerRun: config.modelCallsPerRun,
      tokensPerRun: config.modelTokensPerRun,
      msPerRun: config.runTimeoutSeconds * 1_000,
    },
    log,
  });
}

/** Where a browser from npm is unpacked. */
export function browserFolder(dataDir: string): string {
  return join(dataDir, 'browsers');
}
