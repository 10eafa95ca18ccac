import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { databaseUid, rights, startAs, startWithSlots, succeedsAs } from './slot-accounts.ts';
import { browserProcesses, noBrowser, slotProcesses, whyNot } from './support.ts';

describe.skipIf(noBrowser || !rights.ownAccounts)(
  `where root gives slots accounts of their own${whyNot || (rights.ownAccounts ? '' : ' (needs root)')}`,
  () => {
    it('none of them reaches the database, the secrets or another slot, or a way to new rights, and browsers keep their sandbox', async () => {
      const { dataDir, gantry, slots } = await startWithSlots(2);
      const [one, other] = slots;
      if (one === undefined || other === undefined) throw new Error('there are no two slots');
      expect(new Set([0, databaseUid, one.uid, other.uid]).size).toBe(4);

      const cluster = join(dataDir, 'postgres');
      const socket = join(dataDir, 'run');
      const server = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const closed = [
        `ls ${dataDir}`,
        ...['pg_hba.conf', 'PG_VERSION'].map((name) => `cat ${join(cluster, name)}`),
        `test -w ${join(cluster, 'pg_hba.conf')}`,
        `ls ${socket}`,
        ...['secret.key', 'postgres.password', 'postgres.log'].map((name) => `cat ${join(dataDir, name)}`),
        `ls ${join(dataDir, 'objects')}`,
        `ls ${join(dataDir, 'slots')}`,
        ...['', 'traces'].map((name) => `ls ${join(other.folder, name)}`),
        ...[gantry.child.pid, server, other.pid, other.browserPid].flatMap((pid) => [
          `kill -0 ${pid}`,
          `cat /proc/${pid}/environ`,
        ]),
      ];
      expect(closed.filter((command) => !succeedsAs(0, command))).toEqual([]);
      expect(closed.filter((command) => succeedsAs(one.uid, command))).toEqual([]);
      expect(succeedsAs(one.uid, `ls ${join(one.folder, 'traces')} && kill -0 ${one.browserPid}`)).toBe(true);

      // Also whoever gets to the socket needs the password.
      const client = new pg.Client({ host: socket, user: 'gantry', database: 'gantry', ssl: false });
      await expect(client.connect()).rejects.toThrow(/password/);

      const pids = [...slotProcesses(), ...browserProcesses().map(({ pid }) => pid)];
      expect(pids.length).toBeGreaterThan(3);
      for (const pid of pids) {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const [, uid] = /^Uid:\t(\d+)/m.exec(status) ?? [];
        expect([one.uid, other.uid]).toContain(Number(uid));
        for (const name of ['Uid', 'Gid'])
          expect(status).toContain(`${name}:\t${uid}\t${uid}\t${uid}\t${uid}\n`);
        expect(status).toMatch(/^Groups:\t\s*$/m);
        // A sandbox gives its processes capabilities in namespaces of their own, where no others are.
        if (slotProcesses().includes(pid)) expect(status).toMatch(/^CapEff:\t0+$/m);
        expect(status).toContain(`NoNewPrivs:\t${rights.noNewPrivileges ? 1 : 0}\n`);
        expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toContain('--no-sandbox\0');
      }
    });

    it('what runs under one ends with its slot, also if it has left its parents', async () => {
      const { url } = await createTestDatabase();
      const { gantry, slots } = await startWithSlots(1, { GANTRY_DATABASE_URL: url });
      const ended = [startAs(slots[0]?.uid), startAs(databaseUid)].map((child) => once(child, 'exit'));
      gantry.child.kill('SIGTERM');
      expect(await ended[0]).toEqual([null, 'SIGKILL']);
      expect(await gantry.exited).toEqual({ code: 0, signal: null });
      const after = await Promise.race([ended[1], 'it lives']);
      expect(after).toBe('it lives');
    });
  },
);
