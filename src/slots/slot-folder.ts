import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Account, findBarrier, systemFolder } from '../kernel/account.ts';
import { isRunning } from '../kernel/process.ts';

/** The folder that holds those of all slots. */
export interface SlotFolders {
  readonly root: string;
  /** An empty folder that the account owns, for one slot. */
  make(account: Account | null): Promise<string>;
  remove(folder: string): Promise<void>;
}

/** Below the data directory; a data directory that root's lowered children can't enter is left for the system's folder. */
export async function openSlotFolders(options: {
  dataDir: string;
  account: Account | null;
  /** Other machines write there too. */
  isShared: boolean;
}): Promise<SlotFolders> {
  const { account, isShared } = options;
  const root = join(isShared ? join(tmpdir(), 'gantry') : await reachable(options.dataDir, account), 'slots');
  // Others may pass through it: the slots' own folders are closed to them.
  await mkdir(root, { recursive: true, mode: 0o711 });
  await removeLeftOvers(root);
  return {
    root,
    async make(owner) {
      const folder = join(root, `${ownPrefix}${randomBytes(6).toString('hex')}`);
      await mkdir(folder, { mode: 0o700 });
      if (owner?.lowered) await chown(folder, owner.uid, owner.gid);
      return folder;
    },
    remove: (folder) => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** `dataDir`, or where root keeps what its lowered children can't reach there. It need not be there yet. */
export async function reachable(dataDir: string, account: Account | null): Promise<string> {
  const wanted = resolve(dataDir);
  if (!account?.lowered) return wanted;
  let there = wanted;
  while ((await lstat(there).catch(() => null)) === null) there = dirname(there);
  return (await findBarrier(there, account)) === undefined ? wanted : systemFolder;
}

const hostPrefix = `${hostname().replaceAll(/[^\w.-]/g, '_')}-`;
const ownPrefix = `${hostPrefix}${process.pid}-`;

/** Of services that were killed. The folder may be shared with other services, of this machine and of others. */
async function removeLeftOvers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = name.startsWith(hostPrefix)
      ? Number(/^(\d+)-/.exec(name.slice(hostPrefix.length))?.[1])
      : Number.NaN;
    if (Number.isNaN(pid) || pid === process.pid || isRunning(pid)) continue;
    await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
