import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createLog } from '../../src/kernel/log.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/service/database/embedded/server.ts';
import { stopProcess } from './node-process.ts';

/** The real command in a process of its own, on a PostgreSQL that the benchmark can look into. */
export interface BenchService {
  pid: number;
  url: string;
  key: string;
  projectId: string;
  directory: string;
  dataDir: string;
  connection: pg.ClientConfig;
  databaseUrl: string;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

const key = 'gk_bench_0123456789abcdefghijABCDEFGHIJ';
const main = fileURLToPath(new URL('../../../../dist/main.js', import.meta.url));
/** The same service, whose runs are carried out by a script instead of a browser. */
const scripted = fileURLToPath(new URL('../../../../test/support/scripted-gantry.mjs', import.meta.url));

/** `directory` lies on the disk that is measured; everything made in it goes at the end. */
export async function startBenchService(
  directory: string,
  { scriptedPlatforms }: { scriptedPlatforms?: string | undefined } = {},
): Promise<BenchService> {
  await mkdir(directory, { recursive: true });
  const place = await mkdtemp(join(directory, 'service-'));
  // As root the database runs as another user; where that one can't enter, it would be left behind elsewhere.
  await chmod(place, 0o711);
  const postgres = await startEmbedded({ dataDir: join(place, 'database'), log: createLog('warn') });
  const pool = new pg.Pool({ ...postgres.connection, max: 4 });
  const dataDir = join(place, 'data');
  const databaseUrl = urlOf(postgres);
  const args = scriptedPlatforms === undefined ? [main, 'serve'] : [scripted, scriptedPlatforms, '16'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: dataDir,
      GANTRY_DATABASE_URL: databaseUrl,
      GANTRY_ADMIN_KEY: key,
      GANTRY_RATE_LIMIT: '0',
      GANTRY_LOG_LEVEL: 'warn',
    },
  });
  const { url, projectId } = await started(child.stdout);
  return {
    pid: child.pid ?? 0,
    url,
    key,
    projectId,
    directory: place,
    dataDir,
    connection: postgres.connection,
    databaseUrl,
    query: (text, values) => pool.query(text, values),
    call: (method, path, body) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async stop() {
      await stopProcess(child);
      await pool.end();
      await postgres.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

export async function newProject(service: BenchService, name: string): Promise<string> {
  const answer = await service.call('POST', '/projects', { name });
  return ((await answer.json()) as { project: { id: string } }).project.id;
}

/** Each bundle has the same share of them. */
export async function projectWithApps(service: BenchService, count: number, bundles = 50): Promise<string> {
  const projectId = await newProject(service, `with ${count} apps`);
  await service.query(
    `insert into apps (id, project_id, platform, upload_filename, bundle_id, app_version, build_version, file_size, source, object_key, created_at)
     select gen_random_uuid(), $1::uuid, case n % 2 when 0 then 'ios' else 'android' end, 'MyApp.app.zip', 'com.example.app' || n % $3::int,
       '1.0', n::text, 1048576, 'api_upload', 'apps/' || $1::text || '/' || n, date_trunc('milliseconds', now()) - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [projectId, count, bundles],
  );
  return projectId;
}

async function started(out: NodeJS.ReadableStream): Promise<{ url: string; projectId: string }> {
  let text = '';
  for (;;) {
    const [chunk] = await once(out, 'data');
    text += chunk;
    const url = /listens on (\S+)/.exec(text)?.[1];
    const projectId = /Project +(\S+)/.exec(text)?.[1];
    if (url !== undefined && projectId !== undefined) return { url, projectId };
  }
}

function urlOf({ connection }: EmbeddedServer): string {
  const { user, password, host, port, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
