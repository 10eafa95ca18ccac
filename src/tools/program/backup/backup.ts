import { createReadStream } from 'node:fs';
import { type FileHandle, open, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { errorCode } from '../../../kernel/durable-file.ts';
import type { Log } from '../../../kernel/log.ts';
import { reachEmbedded, startEmbedded } from '../../../service/database/embedded/server.ts';
import { isKey } from '../../../service/storage/key.ts';
import { type ArchiveTask, objectName, secretKeyName } from './archive-format.ts';
import { type ArchiveWriter, openArchive } from './archive-writer.ts';
import { dumpRows, objectKeys } from './dump-rows.ts';

interface BackupResult {
  file: string;
  bytes: number;
  tables: number;
  objects: number;
  /** Without it, the service has its key from GANTRY_SECRET_KEY. */
  hasSecretKey: boolean;
  /** Deleted, with their rows, between the copy of the rows and that of the objects. */
  deletedMeanwhile: number;
  /** Rows have named them, and still do, but they are not there. */
  missing: number;
}

/**
 * Rows first, then objects: whatever the rows name is there when it is looked for, unless it was deleted meanwhile.
 * The service may run meanwhile.
 */
export async function backUp(options: ArchiveTask): Promise<BackupResult> {
  const dataDir = resolve(options.dataDir);
  const file = resolve(options.file);
  const { log, signal, onProgress } = options;
  const { client, close } = await connect(dataDir, log);
  let archive: ArchiveWriter | null = null;
  try {
    const writer = await openArchive(file);
    archive = writer;
    const keys = await openSpool(file);
    try {
      const manifest = await dumpRows(client, writer, {
        onTable(name) {
          signal.throwIfAborted();
          onProgress({ what: name, bytes: writer.bytes });
        },
        onKey: async (lines) => void (await keys.write(lines)),
      });
      const hasSecretKey = await addSecretKey(writer, dataDir);
      let objects = 0;
      const walkedFromMs = Date.now() - coarseMs;
      for await (const key of keysBelow(join(dataDir, 'objects'))) {
        signal.throwIfAborted();
        if (await addObject(writer, dataDir, key, signal)) objects += 1;
        onProgress({ what: `${objects} objects`, bytes: writer.bytes });
      }
      const { late, ...gone } = await lookAgain(client, keys, { dataDir, walkedFromMs, signal });
      for (const key of late) if (await addObject(writer, dataDir, key, signal)) objects += 1;
      await writer.finish();
      const { size: bytes } = await stat(file);
      return { file, bytes, tables: manifest.tables.length, objects, hasSecretKey, ...gone };
    } finally {
      await keys.close();
    }
  } catch (error) {
    await archive?.discard();
    throw error;
  } finally {
    await close();
  }
}

async function connect(dataDir: string, log: Log): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const running = await reachEmbedded(dataDir, log);
  if (running !== null) return { client: running, close: () => running.end() };
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client({ ...server.connection, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  return {
    client,
    async close() {
      await client.end();
      await server.stop();
    },
  };
}

/** For the keys that the rows name. It has no name of its own, so nothing is left of it whatever happens. */
async function openSpool(file: string): Promise<FileHandle> {
  const path = `${file}.${process.pid}.keys`;
  const spool = await open(path, 'wx+', 0o600);
  await rm(path);
  return spool;
}

async function addSecretKey(archive: ArchiveWriter, dataDir: string): Promise<boolean> {
  const key = await readFile(join(dataDir, 'secret.key')).catch(orNull);
  if (key !== null) await archive.addBytes(secretKeyName, key);
  return key !== null;
}

async function addObject(
  archive: ArchiveWriter,
  dataDir: string,
  key: string,
  signal: AbortSignal,
): Promise<boolean> {
  const file = await open(join(dataDir, 'objects', key), 'r').catch(orNull);
  if (file === null) return false;
  try {
    // What is opened stays the same: an object is replaced by another file, never written to.
    const { size } = await file.stat();
    const content = createReadStream('', { fd: file, autoClose: false, highWaterMark: 256 * 1024, signal });
    await archive.addStream(objectName(key), size, content);
    return true;
  } finally {
    await file.close();
  }
}

async function* keysBelow(root: string, below = ''): AsyncGenerator<string> {
  const folder = await opendir(join(root, below)).catch(orNull);
  if (folder === null) return;
  for await (const entry of folder) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    // Uploads that are under way.
    if (key === 'tmp') continue;
    if (entry.isDirectory()) yield* keysBelow(root, key);
    else if (entry.isFile() && isKey(key)) yield key;
  }
}

/** Clocks of file systems are coarse. */
const coarseMs = 2_000;

/**
 * What the rows name and the walk may not have met. A file of a run has its row before it is written, so it may have
 * come behind the walk; it is then in the archive twice at worst.
 */
async function lookAgain(
  client: pg.Client,
  keys: FileHandle,
  { dataDir, walkedFromMs, signal }: { dataDir: string; walkedFromMs: number; signal: AbortSignal },
): Promise<{ late: string[]; deletedMeanwhile: number; missing: number }> {
  const counts = { late: [] as string[], deletedMeanwhile: 0, missing: 0 };
  const lines = createInterface({
    input: keys.createReadStream({ start: 0, autoClose: false }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const key of lines) {
    signal.throwIfAborted();
    const found = await stat(join(dataDir, 'objects', key)).catch(orNull);
    if (found !== null && found.ctimeMs >= walkedFromMs) counts.late.push(key);
    if (found !== null) continue;
    const { rows } = await client.query(
      `select from (${objectKeys}) as named where object_key = $1 limit 1`,
      [key],
    );
    if (rows.length === 0) counts.deletedMeanwhile += 1;
    else counts.missing += 1;
  }
  return counts;
}

function orNull(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}
