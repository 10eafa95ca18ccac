import type { ChildProcess } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { unfinishedRestoreName } from '../kernel/data-dir.ts';
import { errorCode } from '../kernel/durable-file.ts';
import { PublicError, StartupError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { createMetrics } from '../kernel/metrics.ts';
import type { OutboundPolicy } from '../kernel/outbound/address.ts';
import { createOutbound } from '../kernel/outbound/outbound.ts';
import { createSealer } from '../kernel/sealed.ts';
import { deriveKey, loadSecretKey } from '../kernel/secret-key.ts';
import { within } from '../kernel/within.ts';
import type { FetchLimits } from './apps/import-limits.ts';
import { type Config, isPersonal } from './config.ts';
import { type DatabaseLimits, forCallers, forWorkers, openDatabase } from './database/database.ts';
import { type EmbeddedServer, startEmbedded } from './database/embedded/server.ts';
import { migrate } from './database/migrate.ts';
import { openNotifications } from './database/notifications.ts';
import type { DiskFault } from './database/outage.ts';
import { retryUntil } from './database/patience.ts';
import { createDeliverer } from './deliveries/deliver.ts';
import { createReceiverGate } from './deliveries/receiver-gate.ts';
import { hasFilesOrigin, openFilesOrigin } from './http/files-origin.ts';
import { createFilesServer } from './http/files-server.ts';
import { closeServer, listen } from './http/listen.ts';
import type { Parts } from './http/parts.ts';
import { createServer } from './http/server.ts';
import { createInspector } from './inspect/inspector.ts';
import { sweepTopic } from './jobs/sweeper.ts';
import { createAuthenticator } from './projects/authenticate.ts';
import { type Bootstrap, bootstrap } from './projects/bootstrap.ts';
import { watchBacklog } from './runs/backlog-metrics.ts';
import { createStepReader } from './runs/step-reader.ts';
import { createDiskStore } from './storage/disk.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { createUrlSigner } from './storage/signed-url.ts';
import { adviceOnAppAddresses } from './worker/app-address.ts';
import { createExecution } from './worker/execution.ts';
import { deliveryCapacity, type Execution, startWorker, type Worker } from './worker/worker.ts';

export interface Service {
  /** Address that callers use. */
  publicUrl: string;
  /** Address at which this very process listens. */
  localUrl: string;
  /** What addresses of pictures and recordings begin with. */
  filesUrl: string;
  bootstrap: Bootstrap;
  /** Where the embedded database and its binaries live; null with a database server. */
  embedded: EmbeddedServer['location'] | null;
  /** Finishes what is in flight, then closes every part in reverse order. Safe to call twice. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  log: Log;
  clock?: Clock;
  /** Gives up waiting for a database that does not come up. */
  signal?: AbortSignal;
  /** The service can't continue; called at most once. */
  onFatal: (error: Error) => void;
  /** What executes runs, instead of what the settings ask for. The service closes it. */
  execution?: Execution;
  /** Of imports, instead of the usual ones. */
  fetchLimits?: FetchLimits;
  /** Of what callers wait for from the database, instead of the usual ones. */
  callerLimits?: DatabaseLimits;
  /** What a slot needs of the environment; an installed browser is looked for in the folders of its PATH. */
  environment?: Readonly<Record<string, string>>;
  /** The process of the first slot, already loading. The service ends it. */
  slotAhead?: ChildProcess | undefined;
}

/** For keys and notifications, and for the migration before them. */
const otherConnections = 3;

const databasePatienceMs = 30_000;
const workerStopMs = 10_000;
const storageCheckMs = 5_000;

export async function startService(
  config: Config,
  { log, clock = systemClock, callerLimits = forCallers, signal, onFatal, ...options }: ServiceOptions,
): Promise<Service> {
  const closers: Array<() => Promise<void>> = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(closers);
    return closing;
  };

  try {
    const dataDir = resolve(config.dataDir);
    await requireWritable(config, dataDir);
    await requireWhole(dataDir);
    const policy = { allowPrivate: isPersonal(config), allowNetworks: config.allowNetworks };
    const outbound = createOutbound({
      policy,
      onRefused: (refusal) => log.info(refusal, 'an address may not be called'),
    });
    closers.push(() => outbound.close());
    // While the database comes up: what is loaded for it is large.
    const preparing = config.role === 'api' ? null : prepareExecution(policy);
    const prepared = preparing?.catch(() => null);
    closers.push(async () => (await prepared)?.close());
    const { connection, embedded, diskFault } = await connectDatabase();
    await prepareDataDir(config, dataDir);
    // Not before: a browser may be unpacked into the data directory.
    const warming = preparing?.then(({ runners }) => Promise.all(runners.map((runner) => runner.warm?.())));
    warming?.catch(() => undefined);
    const secretKey = await loadSecretKey(config.secretKey, dataDir);
    const patience = { log, patienceMs: databasePatienceMs, signal };
    await migrate({ connection, ...patience });
    const open = (poolSize: number, limits: DatabaseLimits) => {
      const database = openDatabase({ connection, poolSize, log, diskFault, limits });
      closers.push(database.close);
      return database;
    };
    const { db, pool } = open(config.databasePoolSize, callerLimits);
    // Connections of its own: a worker may wait longer than a caller, and no caller waits for a worker.
    const forWork = open(config.databasePoolSize, forWorkers);
    // A connection of its own: who asks is looked up at once, never behind the work of those who asked before.
    const { db: keysDb } = open(1, callerLimits);
    let publicUrl = config.publicUrl ?? '';
    let filesUrl = config.filesPublicUrl;
    let isStarted = false;
    const { store, uploads } = await createStorage(config, {
      dataDir,
      secretKey,
      clock,
      log,
      publicUrl: () => publicUrl,
    });
    closers.push(() => store.close());
    // A store that hangs must delay neither the start nor the stop: a deletion's job is due again by itself.
    await within(storageCheckMs, reportStorage(store, log), () => undefined);
    const inspector = createInspector({ threads: 2, timeoutMs: 60_000, memoryMb: 512 });
    closers.push(() => inspector.close());
    const reader = createStepReader();
    closers.push(() => reader.close());

    const metrics = createMetrics([pool, forWork.pool]);
    watchBacklog(metrics.registry, db);
    const notifications = await openNotifications(connection, log);
    closers.push(() => notifications.close());
    const parts: Parts = {
      db,
      store,
      uploads,
      inspector,
      reader,
      metrics,
      clock,
      log,
      authenticate: createAuthenticator(keysDb, callerLimits.answerMs),
      sealer: createSealer(deriveKey(secretKey, 'stored secrets')),
      outbound,
      gate: createReceiverGate({ capacity: deliveryCapacity }),
      publicUrl: () => publicUrl,
      filesUrl: () => filesUrl ?? publicUrl,
      notifications,
      requestSweep: () => notifications.publish(sweepTopic),
      hasModel: config.model !== undefined,
      maxUploadBytes: config.maxUploadBytes,
      requestsPerSecond: config.rateLimit,
      trustProxy: config.trustProxy,
      isStarted: () => isStarted,
      servesApi: config.role !== 'worker',
    };
    const execution = await preparing;
    // A service for several people must not start with a browser that has no sandbox; one person need not wait for the check.
    if (!isPersonal(config)) await warming;
    const server = await createServer(parts);
    const servers = [server];
    let worker: Worker | null = null;
    // Both at once: while the last runs end, no new request is taken in.
    closers.push(async () => {
      const graceMs = config.shutdownGraceSeconds * 1_000;
      await Promise.all([
        ...servers.map((one) => closeServer(one, graceMs, log)),
        worker && within(graceMs + workerStopMs, worker.stop(graceMs), () => undefined),
      ]);
    });
    const { host, port } = config;
    const localUrl = await listen(server, { host, port, portSetting: 'GANTRY_PORT' });
    publicUrl ||= localUrl;
    if (parts.servesApi) {
      if (hasFilesOrigin(config, localUrl)) {
        const filesServer = await createFilesServer(parts);
        servers.push(filesServer);
        filesUrl = await openFilesOrigin(filesServer, config, log);
      } else {
        log.info('recordings open in place where GANTRY_FILES_PUBLIC_URL names an address for them');
      }
    }
    // Only now: what a worker delivers carries these addresses.
    if (execution !== null) {
      for (const advice of adviceOnAppAddresses(config, config.phones)) log.warn(advice);
      const workerParts = { ...parts, db: forWork.db };
      worker = startWorker({
        ...workerParts,
        execution,
        outbound,
        fetchLimits: options.fetchLimits,
        deliver: createDeliverer({ ...workerParts, outbound }),
        limits: {
          runTimeoutMs: config.runTimeoutSeconds * 1_000,
          noDeviceGraceMs: config.noDeviceGraceSeconds * 1_000,
          runRetentionDays: config.runRetentionDays,
        },
      });
    }
    // Last of all: the key that it makes is shown only once, so nothing may fail between here and the showing.
    const bootstrapped = await retryUntil(
      () => bootstrap(db, config.adminKey, { withSignIn: isPersonal(config) }),
      patience,
    );
    isStarted = true;
    return { publicUrl, localUrl, filesUrl: parts.filesUrl(), bootstrap: bootstrapped, embedded, close };
  } catch (error) {
    await close();
    throw error;
  }

  async function prepareExecution(policy: OutboundPolicy): Promise<Execution> {
    const { execution, environment = {}, slotAhead: processAhead } = options;
    const dataDir = resolve(config.dataDir);
    return execution ?? createExecution(config, { dataDir, environment, policy, processAhead, log });
  }

  async function connectDatabase(): Promise<{
    connection: pg.ClientConfig;
    embedded: Service['embedded'];
    diskFault: () => DiskFault | null;
  }> {
    if (config.databaseUrl !== undefined) {
      return { connection: { connectionString: config.databaseUrl }, embedded: null, diskFault: () => null };
    }
    const server = await startEmbedded({
      dataDir: resolve(config.dataDir),
      connections: 2 * config.databasePoolSize + otherConnections,
      log,
      onFatal,
    });
    closers.push(() => server.stop());
    const { connection, location: embedded, diskFault } = server;
    return { connection: { ...connection, ssl: false }, embedded, diskFault };
  }
}

/** Every part gets its turn; the first failure is reported when all have had it. */
async function closeAll(closers: Array<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.reverse()) await close().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** A wrong bucket or key is named at once, not first by the upload that meets it. */
async function reportStorage(store: ObjectStore, log: Log): Promise<void> {
  await store.check().catch((error: unknown) => {
    log.error({ err: error instanceof PublicError ? error.cause : error }, 'the storage can not be used yet');
  });
}

function usesDataDir({ databaseUrl, s3Bucket, secretKey }: Config): boolean {
  return databaseUrl === undefined || s3Bucket === undefined || secretKey === undefined;
}

/** Said before anything is built on it; a directory that is not there yet is made later. */
async function requireWritable(config: Config, dataDir: string): Promise<void> {
  if (!usesDataDir(config)) return;
  await access(dataDir, constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    const code = errorCode(cause);
    if (code === 'ENOENT') return;
    const state = code === 'EROFS' ? 'is read-only' : `can't be written by this user (${code})`;
    throw new StartupError(
      `The data directory ${dataDir} ${state}: make it writable, or choose another one with GANTRY_DATA_DIR.`,
      { cause },
    );
  });
}

async function requireWhole(dataDir: string): Promise<void> {
  const isUnfinished = await access(join(dataDir, unfinishedRestoreName)).then(
    () => true,
    () => false,
  );
  if (isUnfinished)
    throw new StartupError(
      `A restore into ${dataDir} was cut off: empty that folder and restore the backup again.`,
    );
}

async function prepareDataDir(config: Config, dataDir: string): Promise<void> {
  if (!usesDataDir(config)) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new StartupError(
      `The data directory ${dataDir} can't be made: choose another one with GANTRY_DATA_DIR.`,
      { cause },
    );
  });
}

async function createStorage(
  config: Config,
  parts: { dataDir: string; secretKey: string; clock: Clock; log: Log; publicUrl: () => string },
): Promise<{ store: ObjectStore; uploads: Parts['uploads'] }> {
  const { dataDir, secretKey, clock, log, publicUrl } = parts;
  if (config.s3Bucket !== undefined) {
    // The S3 client is large; a service on the data directory starts without it.
    const { createS3Store } = await import('./storage/s3.ts');
    const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
    const store = createS3Store({
      bucket: config.s3Bucket,
      region: config.s3Region,
      clock,
      ...(config.s3Endpoint !== undefined && { endpoint: config.s3Endpoint }),
      ...(config.s3PublicEndpoint !== undefined && { publicEndpoint: config.s3PublicEndpoint }),
      ...(accessKeyId !== undefined &&
        secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    });
    return { store, uploads: null };
  }
  const signer = createUrlSigner(deriveKey(secretKey, 'storage url'), publicUrl, clock);
  const store = createDiskStore({ root: join(dataDir, 'objects'), signer, log });
  return { store, uploads: { staging: store, signer } };
}
