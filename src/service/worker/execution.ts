import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { FoundBrowser } from '../../engine/browser/program/find-browser.ts';
import type { ListedPhone } from '../../engine/listed-phone.ts';
import type { AppiumServer } from '../../engine/phones/servers.ts';
import { ExecutionFailure, type RestartableReport } from '../../engine/report.ts';
import type { Runner } from '../../engine/runner.ts';
import { StartupError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { OutboundPolicy } from '../../kernel/outbound/address.ts';
import { type Config, isPersonal } from '../config.ts';
import type { SandboxMode, SlotDevice } from '../slots/messages.ts';
import { createProcessTree } from '../slots/process-tree.ts';
import { SandboxRefused, type Slot, startSlot } from '../slots/slot.ts';
import { createSlotAccounts } from '../slots/slot-accounts.ts';
import { openSlotFolders, reachable, type SlotFolders } from '../slots/slot-folder.ts';
import { createSlotPool } from '../slots/slot-pool.ts';
import { forkSlot } from '../slots/slot-process.ts';
import { describeRights, slotRights } from '../slots/slot-rights.ts';
import type { Execution } from './worker.ts';

export interface ExecutionParts {
  readonly dataDir: string;
  /** Where an installed browser is looked for, and what else a slot needs of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly policy: OutboundPolicy;
  /** From `forkSlotAhead`: the first slot for web runs. */
  readonly processAhead?: ChildProcess | undefined;
  readonly log: Log;
}

type StartSlot = (device: SlotDevice) => Promise<Slot>;

const slotDiskMib = 512;
const slotSilenceMs = 30_000;
/** To end the session of a phone whose slot has died. */
const leftSessionMs = 10_000;

/** What executes runs, as the settings ask for it: slots, each a process of its own. */
export async function createExecution(config: Config, parts: ExecutionParts): Promise<Execution> {
  const start = createSlotStart(config, parts);
  const phones = await phoneRunners(config, parts, start);
  const web = await webRunner(config, parts, start);
  const runners = [...(web === null ? [] : [web]), ...phones.runners];
  if (runners.length > 0) logRights(parts);
  return {
    runners,
    async close() {
      await Promise.all(runners.map((runner) => runner.close()));
      // If nobody has used it.
      parts.processAhead?.kill('SIGKILL');
      await phones.close();
    },
  };
}

function logRights({ environment, log }: ExecutionParts): void {
  const rights = slotRights(environment.PATH);
  if (rights.ownAccounts || process.getuid?.() !== 0) log.info(rights, `slots: ${describeRights(rights)}`);
  else
    log.warn(
      rights,
      `slots: ${describeRights(rights)}; root can't give them accounts here, see gantry doctor`,
    );
}

/** Starts slots as the settings ask for them. */
export function createSlotStart(
  config: Config,
  { dataDir, environment, policy, processAhead, log }: ExecutionParts,
): StartSlot {
  const accounts = createSlotAccounts();
  const tree = createProcessTree();
  const limits = { memoryMib: config.slotMemoryMib, diskMib: slotDiskMib, silenceMs: slotSilenceMs };
  let ahead = processAhead ?? null;
  let opened: Promise<SlotFolders> | null = null;

  function processFor({ kind }: SlotDevice): ChildProcess {
    if (kind === 'phone' || ahead === null) return forkSlot(kind, environment);
    const child = ahead;
    ahead = null;
    if (!child.connected) return forkSlot(kind, environment);
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** At once: nothing listens to the process yet. */
  function place(child: ChildProcess, { kind }: SlotDevice, folders: SlotFolders) {
    const account = accounts.take(child.pid ?? 0);
    try {
      return { account, folder: folders.make(kind, account) };
    } catch (error) {
      accounts.giveBack(account);
      child.once('error', () => undefined).kill('SIGKILL');
      throw error;
    }
  }

  return async (device) => {
    // Not before the first slot: until then the data directory may not be there.
    opened ??= openSlotFolders({ dataDir, account: accounts.example, isShared: config.dataDirShared });
    const folders = await opened;
    const child = processFor(device);
    const { account, folder } = place(child, device, folders);
    return startSlot({
      child,
      settings: {
        account,
        folder,
        device,
        policy,
        stepTimeoutMs: config.stepTimeoutSeconds * 1_000,
        assertTimeoutMs: config.assertTimeoutSeconds * 1_000,
        model: modelOf(config),
        logLevel: config.logLevel,
      },
      limits,
      tree,
      async cleanUp() {
        await folders.remove(folder);
        accounts.giveBack(account);
      },
      ...(device.kind === 'phone' && {
        endSession: (sessionId) => endLeftSession(device.server, sessionId, log),
      }),
      log,
    });
  };
}

async function webRunner(config: Config, parts: ExecutionParts, start: StartSlot): Promise<Runner | null> {
  const { log } = parts;
  if (config.browserSlots === 0) return null;
  const found = await lookForBrowser(config, parts);
  if (found === null) {
    parts.processAhead?.kill('SIGKILL');
    log.warn('there is no browser for web runs; see gantry doctor');
    return null;
  }
  const sandbox = sandboxMode(config);
  const pool = createSlotPool({
    slots: config.browserSlots,
    start: async () => start({ kind: 'web', program: await found.program(), sandbox }),
    lostCode: 'BROWSER_CRASHED',
    log,
  });
  return {
    platforms: ['web'],
    slots: config.browserSlots,
    run: ({ name, task, allowedHosts }, report, signal) =>
      pool.run({ name, task, app: null, allowedHosts, phone: null }, report, signal),
    close: pool.close,
    async warm() {
      try {
        const { isSandboxed } = await pool.warm();
        if (!isSandboxed && sandbox === 'preferred') log.warn(withoutSandbox);
      } catch (error) {
        if (error instanceof SandboxRefused) throw new StartupError(error.message, { cause: error });
        log.warn({ err: error }, 'no browser could be started yet');
      }
    },
  };
}

export async function lookForBrowser(
  { browserPath: path }: Config,
  { dataDir, environment }: Pick<ExecutionParts, 'dataDir' | 'environment'>,
): Promise<FoundBrowser | null> {
  const { findBrowser } = await import('../../engine/browser/program/find-browser.ts');
  const cacheDir = join(await reachable(dataDir, createSlotAccounts().example), 'browsers');
  return findBrowser({ path, searchPath: environment.PATH ?? '', cacheDir });
}

/** Where only one person uses the service, a browser without a sandbox is better than none. */
function sandboxMode(config: Config): SandboxMode {
  if (config.browserSandbox === 'off') return 'off';
  return isPersonal(config) ? 'preferred' : 'required';
}

async function phoneRunners(
  config: Config,
  { dataDir, log }: ExecutionParts,
  start: StartSlot,
): Promise<{ runners: Runner[]; close(): Promise<void> }> {
  if (config.phones.length === 0) return { runners: [], close: async () => undefined };
  const [
    { createAppDelivery },
    { createPreparedApps },
    { createBuildUploader },
    { appUnknownToCloud, withoutKey },
  ] = await Promise.all([
    import('../../engine/phones/app-delivery.ts'),
    import('../../engine/phones/prepared-apps.ts'),
    import('../../engine/phones/clouds/upload-build.ts'),
    import('../../engine/phones/clouds/cloud-session.ts'),
  ]);
  const uploader = createBuildUploader();
  const prepared = createPreparedApps({
    folder: join(dataDir, 'prepared-apps'),
    maxBytes: config.appCacheBytes,
  });
  const runners = config.phones.map((phone): Runner => {
    const { server, capabilities, appDelivery, isReal, name: phoneName, cloud: account } = phone;
    const handOverApp = createAppDelivery({
      server,
      appDelivery,
      prepared,
      isReal,
      phoneName,
      cloud: account && { account, upload: uploader.upload },
    });
    const cloud = account && { kind: account.kind, region: account.region, isReal };
    const pool = createSlotPool({
      slots: server.slots,
      start: () => start({ kind: 'phone', server, capabilities, cloud }),
      lostCode: 'DEVICE_LOST',
      log,
    });
    return {
      platforms: server.platforms,
      slots: server.slots,
      phone,
      close: pool.close,
      async run({ name, task, app, allowedHosts, phone: settings = null, inUse }, report, signal) {
        const attempt = async (isAnew: boolean) => {
          const handed = app && (await handOverApp(app, task.platform, signal, { isAnew }));
          try {
            const run = { name, task, app: handed?.app ?? null, allowedHosts, phone: settings };
            await pool.run(run, naming(report, phone), signal, inUse);
          } finally {
            handed?.release();
          }
        };
        try {
          await attempt(false).catch(async (error: unknown) => {
            if (!(error instanceof ExecutionFailure && error.code === appUnknownToCloud)) throw error;
            report.restart();
            await attempt(true);
          });
        } catch (error) {
          throw account === null ? error : withoutKey(error, account);
        }
      },
    };
  });
  return {
    runners,
    async close() {
      await Promise.all([prepared.close(), uploader.close()]);
    },
  };
}

/** A driver calls a phone by its serial number or its model. */
function naming(report: RestartableReport, phone: ListedPhone): RestartableReport {
  if (!phone.isNamed) return report;
  return { ...report, device: (details) => report.device({ ...details, name: phone.name }) };
}

async function endLeftSession(server: AppiumServer, sessionId: string, log: Log): Promise<void> {
  const { endSession } = await import('../../engine/phones/session.ts');
  await endSession(server, sessionId, { timeoutMs: leftSessionMs, log });
}

function modelOf(config: Config) {
  const { model, modelBaseUrl: baseUrl, modelApiKey: apiKey } = config;
  if (model === undefined) return null;
  const limits = {
    callsPerRun: config.modelCallsPerRun,
    tokensPerRun: config.modelTokensPerRun,
    msPerRun: config.runTimeoutSeconds * 1_000,
  };
  return { options: { model, baseUrl, apiKey }, limits };
}

const withoutSandbox =
  'the kernel refuses the sandbox of the browser, which runs without it: test only sites that you trust, or see gantry doctor';
