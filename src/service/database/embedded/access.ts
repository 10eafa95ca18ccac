import { chmod, mkdir } from 'node:fs/promises';
import { type Account, enter, isOwnFolder, permits, read } from '../../../kernel/account.ts';
import { StartupError } from '../../../kernel/errors.ts';

export async function canRead(path: string, account: Account): Promise<boolean> {
  return !account.lowered || permits(path, account, read);
}

export async function canReadAndEnter(path: string, account: Account): Promise<boolean> {
  return !account.lowered || permits(path, account, read | enter);
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
