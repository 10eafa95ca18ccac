import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { unfinishedRestoreName } from '../../../kernel/data-dir.ts';
import { createFile, errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import { version } from '../../../kernel/version.ts';
import { chooseAccount } from '../../../service/database/embedded/account.ts';
import { ensureDataDir } from '../../../service/database/embedded/cluster.ts';
import { type EmbeddedServer, startEmbedded } from '../../../service/database/embedded/server.ts';
import { listMigrations, migrate } from '../../../service/database/migrate.ts';
import { type ArchiveTask, format, limits, type Manifest, manifestShape } from './archive-format.ts';
import { type ArchiveEntry, DamagedArchive, entriesOf, parseJson } from './archive-reader.ts';
import { objectKeys } from './dump-rows.ts';
import { loadRows } from './load-rows.ts';

interface RestoreResult {
  dataDir: string;
  /** Of the backup. */
  version: string;
  createdAt: string;
  objects: number;
  hasSecretKey: boolean;
  /** Objects that rows name, but that the backup does not have. */
  missing: number;
}

/** Into an empty data directory. Whatever goes wrong, it is empty again afterwards. The file is read twice, and must be the same. */
export async function restore(options: ArchiveTask): Promise<RestoreResult> {
  const file = await open(resolve(options.file), 'r');
  try {
    const manifest = await examine(file, options.signal);
    await requireKnown(manifest);
    return await fill(options, manifest, entriesOf(file, options.signal));
  } finally {
    await file.close();
  }
}

async function fill(
  { dataDir: given, log, signal, onProgress }: ArchiveTask,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<RestoreResult> {
  const dataDir = resolve(given);
  const wasThere = await requireEmpty(dataDir);
  let server: EmbeddedServer | null = null;
  try {
    await ensureDataDir(dataDir, await chooseAccount());
    await createFile(join(dataDir, unfinishedRestoreName), `${manifest.createdAt}\n`);
    server = await startEmbedded({ dataDir, log });
    const connection = { ...server.connection, ssl: false };
    const newest = manifest.migrations.at(-1);
    await migrate({ connection, log, patienceMs: 0, signal, upTo: newest });
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    await client.connect();
    const loaded = await load(client).finally(() => client.end());
    await server.stop();
    await rm(join(dataDir, unfinishedRestoreName));
    await syncFolder(dataDir);
    return { dataDir, version: manifest.version, createdAt: manifest.createdAt, ...loaded };
  } catch (error) {
    await server?.stop();
    await empty(dataDir, server);
    if (!wasThere) await rm(dataDir, { recursive: true, force: true });
    throw error;
  }

  async function load(
    client: pg.Client,
  ): Promise<{ objects: number; hasSecretKey: boolean; missing: number }> {
    const rows = await loadRows(client, manifest);
    const folders = new Set<string>();
    let hasSecretKey = false;
    let objects = 0;
    let bytes = 0;
    for await (const entry of entries) {
      bytes += entry.size;
      if (entry.kind === 'rows') {
        onProgress({ what: entry.table, bytes });
        await rows.add(entry.table, entry.part, await entry.bytes(limits.packedPartBytes));
      } else if (entry.kind === 'secretKey') {
        hasSecretKey = true;
        await writeSynced(join(dataDir, 'secret.key'), [await entry.bytes(limits.secretKeyBytes)]);
      } else if (entry.kind === 'object') {
        objects += 1;
        onProgress({ what: `${objects} objects`, bytes });
        const path = join(dataDir, 'objects', entry.key);
        if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        folders.add(dirname(path));
        await writeSynced(path, entry.pieces());
      } else await entry.bytes(limits.jsonBytes);
    }
    for (const folder of folders) await syncFolder(folder);
    await rows.commit();
    return { objects, hasSecretKey, missing: await countMissing(client, dataDir) };
  }
}

/** Reads the whole archive once, so that one that is damaged touches nothing. */
async function examine(file: FileHandle, signal: AbortSignal): Promise<Manifest> {
  let manifest: Manifest | null = null;
  for await (const entry of entriesOf(file, signal)) {
    if ((entry.kind === 'manifest') !== (manifest === null))
      throw new DamagedArchive('it does not begin with its only manifest');
    if (entry.kind === 'manifest') manifest = asManifest(await entry.bytes(limits.jsonBytes));
    else for await (const _piece of entry.pieces());
    if (entry.kind === 'rows' && !manifest?.tables.some(({ name }) => name === entry.table))
      throw new DamagedArchive(`its manifest does not name the table ${entry.table}`);
  }
  if (manifest === null) throw new DamagedArchive('it has no manifest');
  return manifest;
}

function asManifest(bytes: Buffer): Manifest {
  const manifest = parseJson(bytes);
  if (!manifestShape.Check(manifest)) throw new DamagedArchive('its manifest is unreadable');
  return manifest;
}

/** A newer program's tables are unknown here. An older one's are brought up to date by the first start. */
async function requireKnown({ format: found, migrations, version: by }: Manifest): Promise<void> {
  const known = await listMigrations();
  if (found === format && migrations.length > 0 && migrations.every((name, at) => known[at] === name)) return;
  throw new StartupError(
    `The backup is of Gantry ${by}, which is newer than this one (${version}): restore it with that version.`,
  );
}

/** True when the folder is there. */
async function requireEmpty(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  // A file system of its own has this folder from the start.
  const others = (names ?? []).filter((name) => name !== 'lost+found');
  if (others.length > 0)
    throw new StartupError(
      `The data directory ${dataDir} is not empty: choose another one with --data-dir, or move what is in it away.`,
    );
  return names !== null;
}

async function empty(dataDir: string, server: EmbeddedServer | null): Promise<void> {
  const home = server === null ? dataDir : dirname(server.location.cluster);
  if (home !== dataDir) await rm(home, { recursive: true, force: true });
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names.filter((name) => name !== 'lost+found'))
    await rm(join(dataDir, name), { recursive: true, force: true });
}

async function writeSynced(path: string, content: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
  // What a run wrote while the backup was made may be in it twice, the same both times.
  const file: FileHandle = await open(path, 'w', 0o600);
  try {
    for await (const piece of content) await file.write(piece);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function countMissing(client: pg.Client, dataDir: string): Promise<number> {
  let missing = 0;
  // Page by page: there may be a million of them.
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ object_key: string }>(
      `select object_key from (${objectKeys}) as named where object_key > $1 order by object_key limit 1000`,
      [after],
    );
    for (const { object_key: key } of rows) {
      const file = await open(join(dataDir, 'objects', key), 'r').catch(() => null);
      if (file === null) missing += 1;
      await file?.close();
      after = key;
    }
    if (rows.length < 1_000) return missing;
  }
}
