import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { adviceOnAppAddresses } from './app-address.ts';
import { type Config, isPersonal } from './config.ts';
import { findPackage } from './database/embedded/binaries.ts';
import { examineAppium } from './devices/mobile/appium-report.ts';
import { examineBrowser } from './devices/web/browser-report.ts';
import type { BrowserProgram } from './devices/web/launch.ts';
import { createSlotStart, type ExecutionParts, lookForBrowser } from './execution.ts';
import { createLog } from './kernel/log.ts';
import { createModel } from './pilots/model/provider.ts';
import type { Started } from './slots/slot.ts';

export interface Examined {
  part: string;
  /** False: what depends on it can't be done. Null: it is not set up, which may be meant. */
  ok: boolean | null;
  found: string;
  /** What to do. */
  advice: readonly string[];
}

const databaseTimeoutMs = 5_000;

/** Looks at everything that this machine and these settings give a service, without starting one. */
export async function examine(
  config: Config,
  environment: Readonly<Record<string, string>>,
): Promise<Examined[]> {
  const dataDir = resolve(config.dataDir);
  const policy = { allowPrivate: false, allowNetworks: [] };
  const parts = { dataDir, environment, policy, log: createLog('silent') };
  const examined = [
    examineData(config, dataDir),
    examineDatabase(config, dataDir),
    webRuns(config, parts),
    ...phoneRuns(config),
    freePrompts(config),
  ];
  return Promise.all(examined);
}

async function examineData({ s3Bucket }: Config, dataDir: string): Promise<Examined> {
  const part = 'Data directory';
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'ok');
    await rm(probe);
    const binaries = s3Bucket === undefined ? '' : `; binaries lie in the S3 bucket ${s3Bucket}`;
    return { part, ok: true, found: `${dataDir}${binaries}`, advice: [] };
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
    const found = `GANTRY_DATABASE_URL leads to no database (${reasonOf(error)})`;
    return { part, ok: false, found, advice: ['Start it, or correct GANTRY_DATABASE_URL.'] };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function webRuns(config: Config, parts: ExecutionParts): Promise<Examined> {
  const part = 'Web runs';
  if (config.browserSlots === 0)
    return { part, ok: null, found: 'switched off by GANTRY_BROWSER_SLOTS=0', advice: [] };
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
