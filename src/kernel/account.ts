import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that a child process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** True when this process is root, so that its child runs as another user. */
  readonly lowered: boolean;
}

const nobody = 65534;

/** Where root keeps what its lowered children can't reach in the data directory or the checkout. */
export const systemFolder = '/var/lib/gantry';

/** Our own account; for root one with no rights. Null on a platform without accounts. */
export function childAccount(): Account | null {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) return null;
  return uid === 0 ? { uid: nobody, gid: nobody, lowered: true } : { uid, gid, lowered: false };
}

/** Bits of a file's mode, as they stand for one of owner, group and others. */
export const read = 4;
export const enter = 1;

export async function permits(path: string, account: Account, bits: number): Promise<boolean> {
  const found = await stat(path);
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}

/** The first folder on the way to `folder`, itself included, that the account can't enter. */
export async function findBarrier(folder: string, account: Account): Promise<string | undefined> {
  if (!account.lowered) return undefined;
  const way = [folder];
  for (let at = folder; at !== dirname(at); at = dirname(at)) way.unshift(dirname(at));
  for (const step of way) if (!(await permits(step, account, enter))) return step;
  return undefined;
}
