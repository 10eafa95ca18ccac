import { randomBytes } from 'node:crypto';
import { newId } from '../../kernel/ids.ts';
import { type Sealer, UnsealError } from '../../kernel/sealed.ts';
import type { Database } from '../database/database.ts';
import {
  findLiveSecrets,
  insertMissingSecrets,
  replaceCurrentSecret,
  type SealedSecret,
  type StoredSecret,
} from './signing-secret-store.ts';

export interface SigningSecret {
  /** As Standard Webhooks writes it: `whsec_` and 32 bytes in base64. */
  secret: string;
  /** When the last of the former secrets ceases to sign beside it; null when none does. */
  previousValidUntil: Date | null;
}

const overlapSeconds = 86_400;
const maxLive = 5;
const secretBytes = 32;

/** Made when it is first asked for. Null when the project does not exist. */
export async function currentSecret(
  db: Database,
  sealer: Sealer,
  projectId: string,
): Promise<SigningSecret | null> {
  const stored = await findOrMakeSecrets(db, sealer, [projectId]);
  return describe(sealer, stored.get(projectId) ?? []);
}

/** The new one signs from now on, and the former ones beside it for their time. Null for an unknown or deleted project. */
export async function rotateSecret(
  db: Database,
  sealer: Sealer,
  projectId: string,
): Promise<SigningSecret | null> {
  const fresh = sealNew(sealer, projectId);
  return db.transaction().execute(async (trx) => {
    const replaced = await replaceCurrentSecret(trx, fresh, { overlapSeconds, maxLive });
    return replaced ? describe(sealer, await findLiveSecrets(trx, [projectId])) : null;
  });
}

/**
 * All that sign now, newest first. A deleted project still signs its last results; one that does not exist is not in
 * the answer. Neither is one whose current secret does not open, when `onUnsealable` takes note of it: its receivers
 * must not cost the others theirs. Without `onUnsealable` the error is thrown.
 */
export async function liveSecrets(
  db: Database,
  sealer: Sealer,
  projectIds: string[],
  onUnsealable: (error: UnsealError, projectId: string) => void = (error) => {
    throw error;
  },
): Promise<Map<string, string[]>> {
  const opened = new Map<string, string[]>();
  for (const [projectId, stored] of await findOrMakeSecrets(db, sealer, projectIds)) {
    try {
      opened.set(projectId, openAll(sealer, stored));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      onUnsealable(error, projectId);
    }
  }
  return opened;
}

/** One statement, but for projects that have no current secret yet. */
async function findOrMakeSecrets(
  db: Database,
  sealer: Sealer,
  projectIds: string[],
): Promise<Map<string, StoredSecret[]>> {
  const wanted = [...new Set(projectIds)];
  const found = byProject(await findLiveSecrets(db, wanted));
  const missing = wanted.filter((projectId) => found.get(projectId)?.[0]?.retires_at !== null);
  if (missing.length === 0) return found;
  await insertMissingSecrets(
    db,
    missing.map((projectId) => sealNew(sealer, projectId)),
  );
  // Read again, not taken from the insert: another process may have been first, and its secret is then the one.
  for (const [projectId, stored] of byProject(await findLiveSecrets(db, missing)))
    found.set(projectId, stored);
  return found;
}

function byProject(rows: StoredSecret[]): Map<string, StoredSecret[]> {
  const grouped = new Map<string, StoredSecret[]>();
  for (const row of rows) {
    const own = grouped.get(row.project_id);
    if (own === undefined) grouped.set(row.project_id, [row]);
    else own.push(row);
  }
  return grouped;
}

function sealNew(sealer: Sealer, projectId: string): SealedSecret {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { id: newId(), projectId, sealed: sealer.seal(secret, contextOf(projectId)) };
}

function describe(sealer: Sealer, [current, newestFormer]: StoredSecret[]): SigningSecret | null {
  if (current === undefined) return null;
  return { secret: open(sealer, current), previousValidUntil: newestFormer?.retires_at ?? null };
}

/** A former one that does not open is left out: after a lost GANTRY_SECRET_KEY a rotation makes the project whole. */
function openAll(sealer: Sealer, [current, ...former]: StoredSecret[]): string[] {
  const secrets = current === undefined ? [] : [open(sealer, current)];
  for (const row of former) {
    try {
      secrets.push(open(sealer, row));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
    }
  }
  return secrets;
}

function open(sealer: Sealer, { project_id, secret }: StoredSecret): string {
  return sealer.open(secret, contextOf(project_id));
}

function contextOf(projectId: string): string {
  return `signing secret of project ${projectId}`;
}
