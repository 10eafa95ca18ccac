import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Row } from '../database/tables.ts';
import type { Session as SessionRow } from './session-store.ts';

/** A browser that is signed in, as the API shows it. */
export const Session = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Identifier of the session' }),
    keyId: Type.String({ description: 'Public part of the key that it was opened with' }),
    createdAt: Type.String({ format: 'date-time', description: 'When the browser signed in' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends by itself' }),
  },
  { title: 'Session' },
);

/** A key without its secret. */
export const ApiKey = Type.Object(
  {
    id: Type.String({ description: 'Public part of the key' }),
    kind: oneOf(['admin', 'project']),
    projectId: nullable.text({ format: 'uuid', description: 'Null for an admin key' }),
    name: nullable.text(),
    createdAt: Type.String({ format: 'date-time', description: 'Creation time' }),
    revokedAt: nullable.text({ format: 'date-time' }),
    sessions: Type.Array(Session, {
      description: 'The browsers that are signed in with it, newest first, 20 at most',
    }),
  },
  { title: 'ApiKey' },
);

/** As it is shown once, when it is made. */
export const IssuedApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'The key itself; it is shown only now' }) },
  { title: 'IssuedApiKey' },
);

export function toKeyRecord(row: Row<'api_keys'>, sessions: SessionRow[] = []): Static<typeof ApiKey> {
  return {
    id: row.public_id,
    kind: row.kind,
    projectId: row.project_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    sessions: sessions.map(toSessionRecord),
  };
}

export function toSessionRecord({ id, key_id, created_at, expires_at }: SessionRow): Static<typeof Session> {
  return {
    id,
    keyId: key_id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  };
}
