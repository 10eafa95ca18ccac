import { hkdfSync, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The operator's key, or one that is made once in the data directory. */
export async function loadSecretKey(given: string | undefined, dataDir: string): Promise<string> {
  if (given !== undefined) return given;
  const path = join(dataDir, 'secret.key');
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('hex'));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}

/** A key of its own for each use, so that none can stand in for another. */
export function deriveKey(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `gantry ${use}`, 32));
}
