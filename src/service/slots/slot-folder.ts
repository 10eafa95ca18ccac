import { randomBytes } from 'node:crypto';
import { lchownSync, mkdirSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Account, findBarrier, isOwnFolder, systemFolder } from '../../kernel/account.ts';
import { StartupError } from '../../kernel/errors.ts';
import { isRunning } from '../../kernel/process.ts';
import type { SlotDevice } from './messages.ts';
import { endProcessesOf } from './slot-accounts.ts';

/** The folder that holds those of all slots. */
export interface SlotFolders {
  readonly root: string;
  /** An empty folder that the account owns, for one slot. At once: nothing listens to the slot's process yet. */
  make(kind: SlotDevice['kind'], account: Account | null): string;
  /** If the folder has an account of its own, ends what still runs under it. */
  remove(folder: string): Promise<void>;
}

/** Below the data directory; a data directory that root's slots can't enter is left for the system's folder. */
export async function openSlotFolders(options: {
  dataDir: string;
  /** What stands for those of the slots. */
  account: Account | null;
  /** Other machines write there too. */
  isShared: boolean;
}): Promise<SlotFolders> {
  const { account, isShared } = options;
  const parent = isShared ? await temporaryFolder() : await reachable(options.dataDir, account);
  const root = join(parent, 'slots');
  // Others may pass through it: the slots' own folders are closed to them.
  await mkdir(root, { recursive: true, mode: 0o711 });
  await removeLeftOvers(root);
  return {
    root,
    make(kind, owner) {
      const folder = join(root, `${ownPrefix}${kind}-${randomBytes(6).toString('hex')}`);
      mkdirSync(folder, { mode: 0o700 });
      if (owner?.lowered) lchownSync(folder, owner.uid, owner.gid);
      return folder;
    },
    remove,
  };
}

/** `dataDir`, or where root keeps what its slots can't reach there. It need not be there yet. */
export async function reachable(dataDir: string, account: Account | null): Promise<string> {
  const wanted = resolve(dataDir);
  if (!account?.lowered) return wanted;
  let there = wanted;
  while ((await lstat(there).catch(() => null)) === null) there = dirname(there);
  return (await findBarrier(there, account)) === undefined ? wanted : systemFolder;
}

/** One that somebody else has made would be theirs to exchange while root gives away what lies in it. */
async function temporaryFolder(): Promise<string> {
  const folder = join(tmpdir(), `gantry-${process.getuid?.() ?? ''}`);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  if (await isOwnFolder(folder)) return folder;
  throw new StartupError(
    `${folder} must be a folder of this account that nobody else can write to; remove it.`,
  );
}

const hostPrefix = `${hostname().replaceAll(/[^\w.-]/g, '_')}-`;
const ownPrefix = `${hostPrefix}${process.pid}-`;

/** Of services that were killed. The folder may be shared with other services, of this machine and of others. */
async function removeLeftOvers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, text, kind] =
      (name.startsWith(hostPrefix) && leftOver.exec(name.slice(hostPrefix.length))) || [];
    const pid = Number(text);
    if (Number.isNaN(pid) || pid === process.pid || isRunning(pid)) continue;
    const folder = join(root, name);
    // The slot of a phone may still be ending its session.
    await (kind === 'phone' ? removeFiles(folder) : remove(folder)).catch(() => undefined);
  }
}

const leftOver = /^(\d+)-(phone)?/;

async function remove(folder: string): Promise<void> {
  const owner = await lstat(folder).catch(() => null);
  try {
    if (owner !== null && process.getuid?.() === 0) await endProcessesOf(owner.uid);
  } finally {
    await removeFiles(folder);
  }
}

function removeFiles(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
