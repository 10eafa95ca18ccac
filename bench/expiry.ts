import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, median, percentile } from './support/figure.ts';
import type { LoadReport } from './support/load.ts';
import { rawRequest, startLoadClient } from './support/load-client.ts';
import { type BenchService, projectWithApps } from './support/service.ts';

const count = 10_000;
const rounds = 12;

interface Expiry {
  beganMs: number;
  recordsMs: number;
  filesMs: number;
}

/** Ten thousand due records and their files, against the least that removes as much; and what other requests feel meanwhile. */
export async function benchExpiry(service: BenchService): Promise<Figure[]> {
  const client = startLoadClient();
  const other = await projectWithApps(service, 1_000);
  const load = (projectId: string) =>
    client.run({
      port: Number(new URL(service.url).port),
      request: rawRequest('GET', `/api/v1/projects/${projectId}/mobile?limit=100`, service.key),
      connections: 4,
      durationMs: 1_500,
      pauseMs: 10,
    });
  try {
    const bare: Array<{ deleteMs: number; unlinkMs: number }> = [];
    const expiries: Expiry[] = [];
    const quiet: number[] = [];
    const meanwhile: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await prepare(service);
      bare.push(await removeBarely(service));
      await prepare(service);
      expiries.push(await expire(service));
      await prepare(service);
      quiet.push(...(await load(other)).latenciesMs);
      const loading = load(other);
      await delay(300);
      const expiry = await expire(service);
      meanwhile.push(...during(await loading, expiry));
    }
    const deleteMs = median(bare.map((one) => one.deleteMs));
    const bareMs = median(bare.map((one) => one.deleteMs + one.unlinkMs));
    const recordsMs = median(expiries.map((one) => one.recordsMs));
    const filesMs = median(expiries.map((one) => one.filesMs));
    const p99 = { quiet: percentile(quiet, 0.99), meanwhile: percentile(meanwhile, 0.99) };
    return [
      figure(
        'expiry of 10,000 due records, ms',
        recordsMs,
        `one DELETE of the same rows ${deleteMs.toFixed(1)} ms`,
        recordsMs / deleteMs,
        10,
      ),
      figure(
        'the same until their files are gone too, ms',
        filesMs,
        `that DELETE and a bare loop of unlinks ${bareMs.toFixed(0)} ms`,
        filesMs / bareMs,
        10,
      ),
      {
        ...figure(
          'p99 of lists meanwhile, ms',
          p99.meanwhile,
          `with nothing due ${p99.quiet.toFixed(2)} ms`,
          p99.meanwhile / p99.quiet,
          2,
        ),
        note: `4 callers with 10 ms between calls, in another project; ${meanwhile.length} requests met the removal of records or files, ${quiet.length} did not`,
      },
    ];
  } finally {
    await client.stop();
  }
}

function figure(name: string, value: number, baseline: string, ratio: number, most: number): Figure {
  return { name, value, baseline, ratio, target: `≤ ${most} ×`, met: ratio <= most };
}

function during({ timeline }: LoadReport, { beganMs, filesMs }: Expiry): number[] {
  return timeline
    .filter(({ atMs, tookMs }) => atMs + tookMs >= beganMs && atMs <= beganMs + filesMs)
    .map(({ tookMs }) => tookMs);
}

async function removeBarely(service: BenchService): Promise<{ deleteMs: number; unlinkMs: number }> {
  const startedMs = performance.now();
  await service.query('delete from apps where expires_at is not null');
  const deletedMs = performance.now();
  const folder = objectFolder(service);
  for (const name of await readdir(folder)) await unlink(join(folder, name));
  return { deleteMs: deletedMs - startedMs, unlinkMs: performance.now() - deletedMs };
}

/** The deletion of one more app tells the worker to look, so that its resting time is not measured. */
async function expire(service: BenchService): Promise<Expiry> {
  const { rows } = await service.query('select id from apps where expires_at is not null limit 1');
  await service.query('update apps set expires_at = now() where expires_at is not null and id <> $1', [
    rows[0].id,
  ]);
  const beganMs = performance.timeOrigin + performance.now();
  const elapsed = () => performance.timeOrigin + performance.now() - beganMs;
  await service.call('DELETE', `/projects/${service.projectId}/mobile/${rows[0].id}`);
  await untilNone(service, 'apps where expires_at is not null');
  const recordsMs = elapsed();
  await untilNone(service, 'jobs');
  const filesMs = elapsed();
  const left = await readdir(objectFolder(service));
  if (left.length > 0) throw new Error(`${left.length} files are left`);
  return { beganMs, recordsMs, filesMs };
}

async function untilNone(service: BenchService, rows: string): Promise<void> {
  for (;;) {
    const { rowCount } = await service.query(`select from ${rows} limit 1`);
    if (rowCount === 0) return;
    await delay(4);
  }
}

async function prepare(service: BenchService): Promise<void> {
  await service.query(
    `insert into apps (id, project_id, platform, upload_filename, file_size, source, object_key, remove_after, expires_at)
     select gen_random_uuid(), $1::uuid, 'ios', 'a.zip', 1, 'api_upload', 'apps/' || $1::text || '/' || n, 3600, now() + interval '1 hour'
     from generate_series(1, $2::int) n`,
    [service.projectId, count],
  );
  await service.query('vacuum analyze apps');
  const folder = objectFolder(service);
  await mkdir(folder, { recursive: true });
  for (let n = 1; n <= count; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => writeFile(join(folder, String(n + i)), 'bytes')));
  }
}

function objectFolder(service: BenchService): string {
  return join(service.dataDir, 'objects', 'apps', service.projectId);
}
