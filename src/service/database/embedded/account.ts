import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isOwnFolder, ownAccount } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { isRunning } from '../../../kernel/process.ts';

const nobody = 65534;

/** The user that initdb and postgres run as: postgres refuses root. No slot runs as this one. */
export async function chooseAccount(): Promise<Account> {
  const own = ownAccount();
  const account = own?.uid === 0 ? { uid: nobody, gid: nobody, lowered: true } : own;
  if (account === null) {
    throw new StartupError(
      `The embedded PostgreSQL does not run on ${process.platform}; set GANTRY_DATABASE_URL to a PostgreSQL server instead.`,
    );
  }
  // initdb and postgres look their own name up and fail with a riddle where there is none.
  if (!(account.lowered ? await isListed(account.uid) : hasOwnName())) {
    throw new StartupError(
      `The embedded PostgreSQL needs a passwd entry for uid ${account.uid}; add one, start as another user, or set GANTRY_DATABASE_URL.`,
    );
  }
  return account;
}

/** What child_process needs to start a program as the account. */
export function credentials(account: Account): { uid?: number; gid?: number } {
  return account.lowered ? { uid: account.uid, gid: account.gid } : {};
}

/** Nothing of our own environment: it holds secrets, and PG* variables would redirect the server. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function hasOwnName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function isListed(uid: number): Promise<boolean> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  if (passwd.split('\n').some((line) => line.split(':')[2] === String(uid))) return true;
  return promisify(execFile)('getent', ['passwd', String(uid)]).then(
    () => true,
    () => false,
  );
}

export async function ensureTrusted(folder: string, mode: number): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode });
  // The umask of a careful root would shut the lowered user out.
  if (created !== undefined) await chmod(folder, mode);
  await requireTrusted(folder);
}

/** Refuses a folder that another user made or could change: its files are executed or hold the data. */
export async function requireTrusted(folder: string): Promise<void> {
  if (await isOwnFolder(folder)) return;
  throw new StartupError(
    `${folder} must be a folder of uid ${process.getuid?.()} that nobody else can write to; put that right or set GANTRY_DATABASE_URL.`,
  );
}

const ownFolders = new Set<string>();

/**
 * Runs `work` in a fresh folder beside the final place and removes the folder afterwards, whatever happens;
 * what a killed process left under the same prefix goes first.
 */
export async function withWorkFolder<T>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(parent, prefix);
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  ownFolders.add(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await remove(folder);
    ownFolders.delete(folder);
  }
}

/** For a rename that another process was faster with. */
export function ignoreLostRace(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    const folder = join(parent, name);
    // In a restarted container our pid may be that of the process which died, so the set decides.
    const inUse = pid === process.pid ? ownFolders.has(folder) : isAlive(pid);
    if (!inUse) await remove(folder);
  }
}

/** The initdb of a killed start may still be writing; what can't go now goes at a later start. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0 && isRunning(pid);
}
