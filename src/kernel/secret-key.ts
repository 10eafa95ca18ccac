import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile } from './durable-file.ts';
import { StartupError } from './errors.ts';

/** The operator's key, or one that is made once in the data directory. */
export async function loadSecretKey(given: string | undefined, dataDir: string): Promise<string> {
  if (given !== undefined) return given;
  const path = join(dataDir, 'secret.key');
  const kept = (await readKey(path)) ?? (await makeKey(path));
  if (/^[0-9a-f]{64}$/.test(kept)) return kept;
  throw new StartupError(
    `${path} does not hold the key that was made there; restore it from a backup or set GANTRY_SECRET_KEY.`,
  );
}

/** A key of its own for each use, so that none can stand in for another. */
export function deriveKey(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `gantry ${use}`, 32));
}

/** Written whole or not at all: if two processes start at once, the second reads the key of the first. */
async function makeKey(path: string): Promise<string> {
  await createFile(path, randomBytes(32).toString('hex'));
  return (await readKey(path)) ?? '';
}

async function readKey(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
