import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, replaceFile } from '../../kernel/durable-file.ts';
import { UsageError } from './errors.ts';

interface StoredService {
  key: string;
  project?: string | undefined;
}

/** What `gantry login` keeps. A key belongs to one service and is sent to no other. */
interface Credentials {
  /** The service of the last login. */
  current: string | null;
  services: Record<string, StoredService>;
}

export async function readCredentials(file: string): Promise<Credentials> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return { current: null, services: {} };
  const content = parsed(text);
  if (content === null) {
    throw new UsageError(`${file} is damaged. Delete it and run "gantry login" again.`);
  }
  return content;
}

/** Whole or not at all, and for its owner alone; nothing to keep leaves no file. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  if (Object.keys(credentials.services).length === 0) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
}

function parsed(text: string): Credentials | null {
  try {
    const { current = null, services } = JSON.parse(text);
    const isSound =
      (current === null || typeof current === 'string') &&
      typeof services === 'object' &&
      services !== null &&
      Object.values(services).every(isStoredService);
    return isSound ? { current, services } : null;
  } catch {
    return null;
  }
}

function isStoredService(value: unknown): value is StoredService {
  return typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';
}
