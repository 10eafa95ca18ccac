import type { Database, DatabaseTransaction } from '../database/database.ts';
import { hashSecret, type Principal } from './api-key.ts';
import { principalOf } from './authenticate.ts';
import { codeSeconds, newCode, newSession } from './session.ts';
import { exchangeCode, findCodeOwner, insertCode, insertSession, type Session } from './session-store.ts';

interface SignedIn {
  session: Session;
  /** What the browser keeps; only its hash is stored. */
  token: string;
}

/** Null when the key does not work any more. */
export async function signInWithKey(db: Database, publicId: string): Promise<SignedIn | null> {
  const { token, ...parts } = newSession();
  const session = await insertSession(db, parts, publicId);
  return session && { session, token };
}

/** As whom the code would sign in; it can still be used. Null when the code was never issued, is used, or came too late. */
export async function ownerOfCode(db: Database, code: string): Promise<Principal | null> {
  const owner = await findCodeOwner(db, hashSecret(code));
  return owner && principalOf(owner, null);
}

/** Null when the code was never issued, is used, or came too late. */
export async function signInWithCode(db: Database, code: string): Promise<SignedIn | null> {
  const { token, ...parts } = newSession();
  const session = await exchangeCode(db, parts, hashSecret(code));
  return session && { session, token };
}

/** Null when the key does not work any more. */
export async function issueCode(
  db: Database | DatabaseTransaction,
  publicId: string,
  seconds: number = codeSeconds,
): Promise<{ code: string; expiresAt: Date } | null> {
  const { code, codeHash } = newCode();
  const issued = await insertCode(db, { codeHash, publicId, seconds });
  return issued && { code, expiresAt: issued.expires_at };
}
