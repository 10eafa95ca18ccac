import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  Bench,
  harvest,
  LogLines,
  plant,
  postmasterPid,
  postmasters,
  query,
} from './support/embedded-bench.ts';

// One cluster for all of them: it has to survive the whole file.
let dataDir: string;

const bench = new Bench();
const onLinux = process.platform === 'linux';
/** The sessions that hold the owner's lock. */
const holders =
  "select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted";
beforeAll(async () => {
  dataDir = join(await bench.folder(), 'data');
});
afterEach(() => bench.stopAll());
afterAll(() => bench.clear());

describe('after kill -9', () => {
  it('of the service, the next start stops the orphan, keeps the rows and leaves one server', async () => {
    const first = await bench.spawn({ dataDir });
    const orphan = postmasterPid(first.location.cluster);
    await plant(first);
    await first.kill();
    const second = await bench.spawn({ dataDir });
    expect(await harvest(second)).toEqual(['kept']);
    expect(postmasterPid(second.location.cluster)).not.toBe(orphan);
    if (onLinux) expect(await postmasters(second.location.cluster)).toHaveLength(1);
  });

  it('of the server, it runs again by itself with the rows and with its owner', async () => {
    const lines = new LogLines();
    const server = await bench.start({ dataDir }, lines);
    await plant(server);
    process.kill(postmasterPid(server.location.cluster) ?? 0, 'SIGKILL');
    await lines.next('PostgreSQL runs again');
    expect(await harvest(server)).toEqual(['kept']);
    expect(await query(server, holders)).toEqual([{ application_name: 'gantry owner' }]);
  });

  it('of a backend, which takes every session down, the owner comes back', async () => {
    const lines = new LogLines();
    const server = await bench.start({ dataDir }, lines);
    const client = new pg.Client({ ...server.connection, ssl: false });
    client.on('error', () => {});
    await client.connect();
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(found.rows[0]?.pid ?? 0, 'SIGKILL');
    await ended;
    await lines.next('owner session of PostgreSQL was lost and is back');
    expect(await query(server, holders)).toEqual([{ application_name: 'gantry owner' }]);
  });
});

describe('a stop', () => {
  it('while the server is being started again leaves nothing running', async () => {
    const lines = new LogLines();
    const server = await bench.start({ dataDir }, lines);
    process.kill(postmasterPid(server.location.cluster) ?? 0, 'SIGKILL');
    await lines.next('starting it again');
    await server.stop();
    if (onLinux) expect(await postmasters(server.location.cluster)).toEqual([]);
  });

  it('is not needed for a service that ends by process.exit: its server goes too', async () => {
    const service = await bench.spawn({ dataDir }, undefined, { EXIT_AFTER_START: 'true' });
    const { cluster } = service.location;
    await expect.poll(() => postmasterPid(cluster), { timeout: 45_000, interval: 20 }).toBeUndefined();
  });
});
