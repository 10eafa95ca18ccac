import { lchown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Account } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { type Placement, shortHash } from './placement.ts';

export const socketPort = 5432;
export const socketName = `.s.PGSQL.${socketPort}`;

/** The kernel's limit for the path of a socket, without the closing NUL. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/** Beside the cluster where the path is short enough, otherwise a short path that only this cluster has. */
export async function chooseSocketFolder(place: Placement, account: Account): Promise<string> {
  const beside = join(place.home, 'run');
  if (Buffer.byteLength(join(beside, socketName)) <= maxPathBytes) return beside;
  const hash = shortHash(place.cluster);
  if (process.getuid?.() === 0 && (await isFolderOf('/run', 0))) return `/run/gantry-${hash}`;
  const session = `/run/user/${account.uid}`;
  if (await isFolderOf(session, account.uid)) return join(session, `gantry-${hash}`);
  return `/tmp/gantry-${account.uid}-${hash}`;
}

/** The owner of this folder can pose as the server, so a folder of another user is refused. */
export async function ensureSocketFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  // Root's own folder is one that this start, or another at the same time, has just made.
  if (account.lowered && (await lstat(folder)).uid === 0) await lchown(folder, account.uid, account.gid);
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0) return;
  throw new StartupError(
    `The socket folder ${folder} must be a folder with mode 0700 that belongs to uid ${account.uid}; remove it or set GANTRY_DATABASE_URL.`,
  );
}

/** A folder outside the database's home is litter once the server is down. */
export async function dropSocketFolder(folder: string, place: Placement): Promise<void> {
  if (dirname(folder) !== place.home) await rmdir(folder).catch(() => undefined);
}

async function isFolderOf(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o022) === 0;
}
