import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that a child process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** True when this process is root, so that its child runs as another user. */
  readonly lowered: boolean;
}

/** Where root keeps what its lowered children can't reach in the data directory or the checkout. */
export const systemFolder = '/var/lib/gantry';

/** Null on a platform without accounts. */
export function ownAccount(): Account | null {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  return uid === undefined || gid === undefined ? null : { uid, gid, lowered: false };
}

/** Bits of a file's mode, as they stand for one of owner, group and others. */
export const read = 4;
export const enter = 1;

export async function permits(path: string, account: Account, bits: number): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}

/** A folder of our account that nobody else can write to: what others can write, they could replace. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** The first folder on the way to `folder`, itself included, that the account can't enter. */
export async function findBarrier(folder: string, account: Account): Promise<string | undefined> {
  if (!account.lowered) return undefined;
  const way = [folder];
  for (let at = folder; at !== dirname(at); at = dirname(at)) way.unshift(dirname(at));
  for (const step of way) if (!(await permits(step, account, enter))) return step;
  return undefined;
}
