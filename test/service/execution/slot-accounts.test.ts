import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { slotUids } from '../../../src/service/slots/slot-accounts.ts';
import { describeRights, slotRights } from '../../../src/service/slots/slot-rights.ts';
import { runToEnd } from '../../sites/corpus.mjs';
import { provideBrowser } from '../../support/browser.ts';
import { runGantry } from '../../support/process.ts';
import { adminKey, createTestFolder, eventually } from '../../support/service.ts';
import { browserProcesses, html, noBrowser, serve, slotProcesses, verdictOf, whyNot } from './support.ts';

const rights = slotRights(process.env.PATH);
const databaseUid = 65_534;

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
      const { gantry, slots } = await startWithSlots(1);
      const ended = [startAs(slots[0]?.uid), startAs(databaseUid)].map((child) => once(child, 'exit'));
      gantry.child.kill('SIGTERM');
      expect(await ended[0]).toEqual([null, 'SIGKILL']);
      expect(await gantry.exited).toEqual({ code: 0, signal: null });
      const after = await Promise.race([ended[1], 'it lives']);
      expect(after).toBe('it lives');
    });

    it('what a killed service has left under one ends with the next start, and its files go', async () => {
      const { dataDir, gantry, slots } = await startWithSlots(1);
      const left = startAs(slots[0]?.uid);
      const ended = once(left, 'exit');
      const folders = await readdir(join(dataDir, 'slots'));
      gantry.child.kill('SIGKILL');
      await gantry.exited;
      await startGantry(dataDir, 1);
      expect(await ended).toEqual([null, 'SIGKILL']);
      await eventually(async () =>
        expect((await readdir(join(dataDir, 'slots'))).filter((name) => folders.includes(name))).toEqual([]),
      );
    });
  },
);

it.skipIf(noBrowser || process.platform !== 'linux')(
  `runs are executed also where nothing takes new privileges from slots, and the start says so${whyNot}`,
  async () => {
    await startWithSlots(1, '/no/such/folder');
    const { noNewPrivileges } = slotRights('/no/such/folder');
    for (const pid of slotProcesses())
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toContain(
        `NoNewPrivs:\t${noNewPrivileges ? 1 : 0}\n`,
      );
  },
);

interface FoundSlot {
  pid: number;
  uid: number;
  folder: string;
  browserPid: number;
}

/** A service with its embedded database that has just executed so many runs at once. */
async function startWithSlots(count: number, searchPath?: string) {
  const dataDir = join(await createTestFolder(), 'data');
  // As the service would make it.
  await mkdir(dataDir, { mode: 0o711 });
  await provideBrowser(dataDir);
  const { gantry, url } = await startGantry(dataDir, count, searchPath);
  const waiting: Array<() => void> = [];
  const site = await serve((_request, response) => {
    waiting.push(() => response.end(html('<h1>Ready</h1>')));
    if (waiting.length >= count) for (const answer of waiting) answer();
  });
  const prompt = `Open ${site.url}/. See "Ready".`;
  const ended = await Promise.all(
    Array.from({ length: count }, () => runToEnd({ url, key: adminKey }, { prompt })),
  );
  expect(ended.map(verdictOf)).toEqual(ended.map(() => 'completed PASS'));
  return { dataDir, gantry, slots: rights.ownAccounts ? await findSlots(dataDir) : [] };
}

async function startGantry(dataDir: string, slots: number, searchPath = process.env.PATH ?? '') {
  const gantry = runGantry(['serve'], {
    GANTRY_DATA_DIR: dataDir,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_KEY: adminKey,
    GANTRY_BROWSER_SLOTS: `${slots}`,
    GANTRY_STEP_TIMEOUT_SECONDS: '60',
    PATH: searchPath,
  });
  const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
  expect(gantry.out()).toContain(`  Slots      ${describeRights(slotRights(searchPath))}\n`);
  return { gantry, url };
}

/** Their accounts are those of their folders, which lie in a folder of root's. */
async function findSlots(dataDir: string): Promise<FoundSlot[]> {
  const root = join(dataDir, 'slots');
  const pids = slotProcesses();
  const browsers = browserProcesses().filter(({ kind }) => kind === 'browser');
  return (await readdir(root)).map((name) => {
    const folder = join(root, name);
    const { uid, gid, mode } = lstatSync(folder);
    expect({ gid, mode: mode & 0o7777 }).toEqual({ gid: uid, mode: 0o700 });
    expect(slotUids.some(({ first, count }) => uid >= first && uid < first + count)).toBe(true);
    const isOfSlot = (pid: number) =>
      execFileSync('ps', ['-o', 'uid=', '-p', `${pid}`], { encoding: 'utf8' }).trim() === `${uid}`;
    return {
      uid,
      folder,
      pid: pids.find(isOfSlot) ?? 0,
      browserPid: browsers.find(({ pid }) => isOfSlot(pid))?.pid ?? 0,
    };
  });
}

function succeedsAs(uid: number, command: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', command], { uid, gid: uid, cwd: '/', stdio: 'ignore' });
  return status === 0;
}

/** A process that nobody waits for, as one that has left its parents. */
function startAs(uid: number | undefined): ChildProcess {
  if (!uid) throw new Error('there is no account');
  const child = spawn('sleep', ['600'], { uid, gid: uid, cwd: '/', stdio: 'ignore', detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
