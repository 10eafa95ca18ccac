import pg from 'pg';
import { notFound } from '../../kernel/errors.ts';

const foreignKeyViolation = '23503';

/** What a row was to belong to has been deleted since it was looked up: for the caller it does not exist. */
export function throwForMissingParent(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== foreignKeyViolation) return;
  // As PostgreSQL names it: <table>_<noun>_id_fkey.
  const { table = '', constraint = '' } = error;
  const noun = /^_(\w+)_id_fkey$/.exec(constraint.slice(table.length))?.[1] ?? 'record';
  throw notFound(noun.replaceAll('_', ' '), error);
}
