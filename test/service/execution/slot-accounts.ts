import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { slotUids } from '../../../src/service/slots/slot-accounts.ts';
import { describeRights, slotRights } from '../../../src/service/slots/slot-rights.ts';
import { runToEnd } from '../../sites/corpus.mjs';
import { provideBrowser } from '../../support/browser.ts';
import { runGantry } from '../../support/process.ts';
import { adminKey, createTestFolder } from '../../support/service.ts';
import { browserProcesses, html, serve, slotProcesses, verdictOf } from './support.ts';

export const rights = slotRights(process.env.PATH);
export const databaseUid = 65_534;

export interface FoundSlot {
  pid: number;
  uid: number;
  folder: string;
  browserPid: number;
}

/** A service, with its embedded database where the settings name no other, that has just executed so many runs at once. */
export async function startWithSlots(count: number, settings: Record<string, string> = {}) {
  const dataDir = join(await createTestFolder(), 'data');
  // As the service would make it.
  await mkdir(dataDir, { mode: 0o711 });
  await provideBrowser(dataDir);
  const { gantry, url } = await startGantry(dataDir, count, settings);
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

export async function startGantry(dataDir: string, slots: number, settings: Record<string, string> = {}) {
  const { PATH = process.env.PATH ?? '' } = settings;
  const gantry = runGantry(['serve'], {
    GANTRY_DATA_DIR: dataDir,
    GANTRY_PORT: '0',
    GANTRY_ADMIN_KEY: adminKey,
    GANTRY_BROWSER_SLOTS: `${slots}`,
    GANTRY_STEP_TIMEOUT_SECONDS: '60',
    ...settings,
    PATH,
  });
  const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
  expect(gantry.out()).toContain(`  Slots      ${describeRights(slotRights(PATH))}\n`);
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

export function succeedsAs(uid: number, command: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', command], { uid, gid: uid, cwd: '/', stdio: 'ignore' });
  return status === 0;
}

/** A process that nobody waits for, as one that has left its parents. */
export function startAs(uid: number | undefined): ChildProcess {
  if (!uid) throw new Error('there is no account');
  const child = spawn('sleep', ['600'], { uid, gid: uid, cwd: '/', stdio: 'ignore', detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
