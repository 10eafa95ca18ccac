import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log } from '../../../kernel/log.ts';
import { isKey } from '../../../service/storage/key.ts';

/** What to back up or restore, and how. */
export interface ArchiveTask {
  dataDir: string;
  file: string;
  log: Log;
  signal: AbortSignal;
  onProgress(done: { what: string; bytes: number }): void;
}

/**
 * A backup is a plain tar file, in this order: the manifest, the rows of each table in gzipped parts of COPY text, the
 * secret key, the objects, and the checksum of all that came before.
 */
export const format = 1;

export const limits = {
  jsonBytes: 1024 * 1024,
  /** Of rows, before they are compressed. */
  partBytes: 4 * 1024 * 1024,
  /** A part that does not shrink grows by a few bytes. */
  packedPartBytes: 5 * 1024 * 1024,
  secretKeyBytes: 1024,
  objectBytes: 1024 ** 4,
} as const;

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });

const Manifest = Type.Object({
  format: Type.Integer(),
  /** Of the program that wrote it. */
  version: Type.String({ maxLength: 100 }),
  createdAt: Type.String({ maxLength: 40 }),
  /** All that the database had, oldest first. */
  migrations: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }),
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name, { maxItems: 1_600 }) }), {
    maxItems: 10_000,
  }),
  /** Where each counter stands, by table and column. */
  counters: Type.Array(
    Type.Object({ table: Name, column: Name, value: Type.String({ pattern: '^\\d{1,19}$' }) }),
    {
      maxItems: 10_000,
    },
  ),
});

export type Manifest = Static<typeof Manifest>;
export const manifestShape = Compile(Manifest);

const Ending = Type.Object({
  entries: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type Ending = Static<typeof Ending>;
export const endingShape = Compile(Ending);

export const manifestName = 'manifest.json';
export const secretKeyName = 'secret.key';
export const endingName = 'checksum.json';

export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(8, '0')}.gz`;
}

export function objectName(key: string): string {
  return `objects/${key}`;
}

export type EntryKind =
  | { kind: 'manifest' | 'secretKey' | 'ending' }
  | { kind: 'rows'; table: string; part: number }
  | { kind: 'object'; key: string };

/** What an entry is by its name; null for every name that a backup does not have. */
export function entryKind(name: string): EntryKind | null {
  if (name === manifestName) return { kind: 'manifest' };
  if (name === secretKeyName) return { kind: 'secretKey' };
  if (name === endingName) return { kind: 'ending' };
  const [, table, part] = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{8})\.gz$/.exec(name) ?? [];
  if (table !== undefined && part !== undefined) return { kind: 'rows', table, part: Number(part) };
  const key = name.startsWith('objects/') ? name.slice('objects/'.length) : '';
  return isKey(key) ? { kind: 'object', key } : null;
}
