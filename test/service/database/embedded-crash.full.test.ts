import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Bench, harvest, isRoot, plant, postmasterPid, query, serverUid } from './support/embedded-bench.ts';

// One cluster for all of them: it has to survive the whole file.
let dataDir: string;

const bench = new Bench();
beforeAll(async () => {
  dataDir = join(await bench.folder(), 'data');
});
afterEach(() => bench.stopAll());
afterAll(() => bench.clear());

describe('after kill -9', () => {
  it('of the service, of two starts at once only one takes over', async () => {
    const first = await bench.spawn({ dataDir });
    await plant(first);
    await first.kill();
    const outcomes = await Promise.allSettled([bench.spawn({ dataDir }), bench.spawn({ dataDir })]);
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(winners[0] && (await harvest(winners[0].value))).toEqual(['kept']);
  });

  it('of service and server, a lock file whose pid is another program now is no obstacle', async () => {
    const first = await bench.spawn({ dataDir });
    await plant(first);
    const { cluster } = first.location;
    await first.kill();
    process.kill(postmasterPid(cluster) ?? 0, 'SIGKILL');
    const stranger = spawn('sleep', ['600'], isRoot && serverUid ? { uid: serverUid } : {});
    try {
      for (const path of [
        join(cluster, 'postmaster.pid'),
        join(first.connection.host, '.s.PGSQL.5432.lock'),
      ]) {
        const lines = (await readFile(path, 'utf8')).split('\n');
        await writeFile(path, [stranger.pid, ...lines.slice(1)].join('\n'));
      }
      const second = await bench.spawn({ dataDir });
      expect(await harvest(second)).toEqual(['kept']);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });
});

it('an owner whose lock another session has taken says so, once and for all', async () => {
  let tell: (error: Error) => void = () => {};
  const fatal = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const server = await bench.start({ dataDir, onFatal: (error) => tell(error) });
  const rival = new pg.Client({ ...server.connection, database: 'postgres', ssl: false });
  await rival.connect();
  const taken = rival.query(
    "select pg_advisory_lock(((classid::bigint << 32) | objid::bigint)) from pg_locks where locktype = 'advisory'",
  );
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await query(server, waiting)).length).toBe(1);
  await query(
    server,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gantry owner'",
  );
  await taken;
  expect(await fatal).toMatchObject({ name: 'StartupError', message: expect.stringContaining('in use') });
  await rival.end();
});
