import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  Bench,
  harvest,
  ordinaryUid,
  othersCanEnter,
  ownerAndMode,
  plant,
  postmasterPid,
  postmasters,
  query,
  serverUid,
} from './support/embedded-bench.ts';

const bench = new Bench();
afterEach(() => bench.clear());
const onLinux = process.platform === 'linux';

describe('a start', () => {
  it.skipIf(!othersCanEnter)(
    'as an ordinary user keeps the rows of the last one, and a stop leaves no process and no socket (needs a checkout that other users can enter)',
    async () => {
      const dataDir = join(await bench.folder({ uid: ordinaryUid }), 'data');
      const first = await bench.spawn({ dataDir }, ordinaryUid);
      expect(first.location).toMatchObject({ cluster: join(dataDir, 'postgres'), moved: false });
      expect(await ownerAndMode(dataDir)).toEqual({ uid: ordinaryUid, mode: '700' });
      await plant(first);
      await first.stop();
      expect(await readdir(first.connection.host)).toEqual([]);
      if (onLinux) expect(await postmasters(first.location.cluster)).toEqual([]);

      const second = await bench.spawn({ dataDir }, ordinaryUid);
      expect(await harvest(second)).toEqual(['kept']);
      await second.stop();
    },
  );

  it('gives a durable server that only the socket and the password open', async () => {
    const dataDir = join(await bench.folder(), `it's a "data", dir`);
    vi.stubEnv('GANTRY_TEST_SECRET', 'do-not-inherit');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await bench.start({ dataDir, connections: 100 });
    const names = [
      'max_connections',
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'listen_addresses',
      'data_checksums',
    ];
    const shown = await query<{ name: string; setting: string }>(
      server,
      `select name, setting from pg_settings where name in ('${[...names, 'TimeZone'].join("','")}')`,
    );
    expect(Object.fromEntries(shown.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      data_checksums: 'on',
      TimeZone: 'UTC',
      // And some for people.
      max_connections: '110',
    });
    const [form] = await query(
      server,
      `select pg_encoding_to_char(encoding) as encoding, datcollate from pg_database where datname = current_database()`,
    );
    expect(form).toEqual({ encoding: 'UTF8', datcollate: 'C' });
    await expect(query(server, 'select 1', { password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
    const rules = await query<{ auth_method: string }>(
      server,
      'select distinct auth_method from pg_hba_file_rules',
    );
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);

    expect(await ownerAndMode(join(dataDir, 'postgres.password'))).toEqual({
      uid: process.getuid?.(),
      mode: '600',
    });
    expect(await ownerAndMode(server.connection.host)).toEqual({ uid: serverUid, mode: '700' });
    expect(await ownerAndMode(server.location.cluster)).toEqual({ uid: serverUid, mode: '700' });
    expect((await readdir(dataDir)).sort()).toEqual(
      ['postgres', 'postgres.location', 'postgres.log', 'postgres.password', 'run'].sort(),
    );
    const pid = postmasterPid(server.location.cluster);
    if (onLinux) {
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('GANTRY');
      // A group of its own, so that Ctrl-C reaches the service only.
      expect((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2]).toBe(String(pid));
    }
  });

  it.skipIf(!othersCanEnter)(
    'at the same time as another first start ends with one whole cluster and one owner (needs a checkout that other users can enter)',
    async () => {
      const dataDir = join(await bench.folder({ uid: ordinaryUid }), 'data');
      const outcomes = await Promise.allSettled([
        bench.spawn({ dataDir }, ordinaryUid),
        bench.spawn({ dataDir }, ordinaryUid),
      ]);
      const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(losers.map((loser) => String(loser.reason))).toEqual([
        expect.stringMatching(/in use by a running Gantry/),
      ]);
      const winner = winners[0]?.value;
      expect(winner && (await query(winner, 'select 1 as one'))).toEqual([{ one: 1 }]);
      if (winner && onLinux) expect(await postmasters(winner.location.cluster)).toHaveLength(1);
    },
  );
});
