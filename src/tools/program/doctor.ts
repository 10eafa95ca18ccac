import { access, chmod, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { type BrowserProgram, createModel, examineAppium, examineBrowser } from '../../engine/examine.ts';
import { errorCode } from '../../kernel/durable-file.ts';
import { createLog } from '../../kernel/log.ts';
import { networkReason } from '../../kernel/network-reason.ts';
import { type Config, hasSlots, isPersonal } from '../../service/config.ts';
import { findPackage } from '../../service/database/embedded/binaries.ts';
import type { Started } from '../../service/slots/messages.ts';
import { slotUids } from '../../service/slots/slot-accounts.ts';
import { describeRights, slotRights } from '../../service/slots/slot-rights.ts';
import { adviceOnAppAddresses } from '../../service/worker/app-address.ts';
import { createSlotStart, type ExecutionParts, lookForBrowser } from '../../service/worker/execution.ts';

export interface Examined {
  part: string;
  /** False: what depends on it can't be done. Null: it is not set up, which may be meant. */
  ok: boolean | null;
  found: string;
  /** What to do. */
  advice: readonly string[];
}

const databaseTimeoutMs = 5_000;

/** Looks at everything that this machine and these settings give a service, without starting one. It leaves nothing behind. */
export async function examine(
  config: Config,
  environment: Readonly<Record<string, string>>,
): Promise<Examined[]> {
  const dataDir = resolve(config.dataDir);
  const examined = [
    examineData(config, dataDir),
    examineDatabase(config, dataDir),
    webRuns(config, dataDir, environment),
    ...phoneRuns(config),
    ...(hasSlots(config) ? [examineSlots(environment)] : []),
    freePrompts(config),
  ];
  return Promise.all(examined);
}

async function examineData({ s3Bucket }: Config, dataDir: string): Promise<Examined> {
  const part = 'Data directory';
  try {
    const existing = await nearestFolder(dataDir);
    await access(existing, constants.W_OK | constants.X_OK);
    const state = existing === dataDir ? '' : ' (the first start creates it)';
    const binaries = s3Bucket === undefined ? '' : `; binaries are in the S3 bucket ${s3Bucket}`;
    return { part, ok: true, found: `${dataDir}${state}${binaries}`, advice: [] };
  } catch (error) {
    const advice = ['Choose another folder with GANTRY_DATA_DIR, or make this one writable.'];
    return { part, ok: false, found: `${dataDir} can't be written to (${reasonOf(error)})`, advice };
  }
}

async function examineDatabase({ databaseUrl }: Config, dataDir: string): Promise<Examined> {
  const part = 'Database';
  const advice = ['Name a PostgreSQL 14 or newer with GANTRY_DATABASE_URL.'];
  if (databaseUrl === undefined) {
    try {
      findPackage();
      return { part, ok: true, found: `embedded PostgreSQL, for data in ${dataDir}`, advice: [] };
    } catch (error) {
      return { part, ok: false, found: reasonOf(error), advice };
    }
  }
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: databaseTimeoutMs,
    query_timeout: databaseTimeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query('show server_version');
    const version = String(rows[0]?.server_version);
    const isNewEnough = Number.parseInt(version, 10) >= 14;
    return { part, ok: isNewEnough, found: `PostgreSQL ${version}`, advice: isNewEnough ? [] : advice };
  } catch (error) {
    const found = `GANTRY_DATABASE_URL leads to no database (${networkReason(error)})`;
    return { part, ok: false, found, advice: ['Start it, or correct GANTRY_DATABASE_URL.'] };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The folder itself, or the one in which it would be created. */
async function nearestFolder(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return nearestFolder(dirname(path));
  }
}

async function webRuns(
  config: Config,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<Examined> {
  if (config.browserSlots === 0)
    return { part: webPart, ok: null, found: 'switched off by GANTRY_BROWSER_SLOTS=0', advice: [] };
  const policy = { allowPrivate: false, allowNetworks: [] };
  const parts = { environment, policy, log: createLog('silent') };
  if ((await nearestFolder(dataDir).catch(() => dataDir)) === dataDir)
    return examineWebRuns(config, { ...parts, dataDir });
  // A browser may be unpacked for the look: it must not leave a data directory behind.
  const folder = await mkdtemp(join(tmpdir(), 'gantry-doctor-'));
  try {
    // The account of a slot must get in.
    await chmod(folder, 0o711);
    const examined = await examineWebRuns(config, { ...parts, dataDir: folder });
    return { ...examined, found: examined.found.replaceAll(folder, dataDir) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const webPart = 'Web runs';

async function examineWebRuns(config: Config, parts: ExecutionParts): Promise<Examined> {
  const part = webPart;
  try {
    const report = await examineBrowser(await lookForBrowser(config, parts), {
      sandbox: config.browserSandbox,
      isPersonal: isPersonal(config),
      start: (program) => startedOnce(config, parts, program),
    });
    const found = [report.found ?? 'no browser', report.version, `sandbox ${report.sandbox}`];
    return {
      part,
      ok: report.ok,
      found: found.filter((text) => text !== null).join(', '),
      advice: report.advice,
    };
  } catch (error) {
    return { part, ok: false, found: reasonOf(error), advice: [] };
  }
}

/** In a slot, as a run would have it. */
async function startedOnce(config: Config, parts: ExecutionParts, program: BrowserProgram): Promise<Started> {
  const sandbox = config.browserSandbox === 'off' ? 'off' : 'preferred';
  const slot = await createSlotStart(config, parts)({ kind: 'web', program, sandbox });
  try {
    return await slot.started;
  } finally {
    await slot.end();
  }
}

function phoneRuns(config: Config): Array<Promise<Examined>> {
  const { phones } = config;
  const part = 'Phone runs';
  if (phones.length === 0) {
    const advice = [
      'To run on phones, set GANTRY_APPIUM_URL to an Appium server, or list phones in GANTRY_DEVICES.',
    ];
    return [Promise.resolve({ part, ok: null, found: 'no Appium server', advice })];
  }
  const servers = new Map(phones.map(({ server }) => [server.url, server]));
  return [...servers.values()].map(async (server) => {
    const itsPhones = phones.filter((phone) => phone.server.url === server.url);
    const { ok, version, advice } = await examineAppium(server);
    const found = `${server.url}${version === null ? '' : `, version ${version}`}`;
    const advices = [...(advice === null ? [] : [advice]), ...adviceOnAppAddresses(config, itsPhones)];
    return { part, ok: ok && advices.length === 0, found, advice: advices };
  });
}

/** What a page that breaks out of its browser could do next. */
async function examineSlots({ PATH }: Readonly<Record<string, string>>): Promise<Examined> {
  const rights = slotRights(PATH);
  const isRoot = process.getuid?.() === 0;
  return {
    part: 'Slots',
    ok: rights.ownAccounts ? true : null,
    found: describeRights(rights),
    advice: [
      ...(rights.ownAccounts ? [] : [isRoot ? rootSharesAccount : sharedAccount]),
      ...(rights.noNewPrivileges
        ? []
        : ['Install setpriv (util-linux), or start the service with no new privileges.']),
    ],
  };
}

const sharedAccount =
  'What breaks out of a browser can do what this user can. Only root can give slots accounts of their own (docs/security.md).';
const rootSharesAccount = `Root needs the capabilities CHOWN, DAC_OVERRIDE, KILL, SETGID and SETUID for them, and uids and gids of a range that is mapped: ${slotUids
  .map(({ first, count }) => `${first} to ${first + count - 1}`)
  .join(', or ')}.`;

async function freePrompts({ model, modelBaseUrl: baseUrl, modelApiKey: apiKey }: Config): Promise<Examined> {
  const part = 'Free prompts';
  if (model === undefined) {
    const advice = ['Set GANTRY_MODEL for prompts beyond the sentences of docs/steps.md.'];
    return { part, ok: null, found: 'no model', advice };
  }
  try {
    await createModel({ model, baseUrl, apiKey });
    return { part, ok: true, found: `${model} (not called)`, advice: [] };
  } catch (error) {
    return { part, ok: false, found: reasonOf(error), advice: [] };
  }
}

export function describeExamined(examined: readonly Examined[]): string {
  const mark = ({ ok }: Examined) => (ok === null ? '–' : ok ? '✓' : '✗');
  return examined
    .flatMap((one) => [`${mark(one)} ${one.part}: ${one.found}`, ...one.advice.map((text) => `    ${text}`)])
    .map((line) => `${line}\n`)
    .join('');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
