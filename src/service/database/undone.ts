import { PublicError } from '../../kernel/errors.ts';

const serializationFailure = '40001';
const deadlock = '40P01';
const changedResult = '0A000';
const mostTimes = 3;

/**
 * PostgreSQL ended it because it and another transaction were in each other's way, or because it was prepared for a table
 * that has other columns now: it is as if it had not begun.
 */
export function wasUndone(error: unknown): boolean {
  return hasCode(error, serializationFailure, deadlock, changedResult);
}

/** A prepared statement would return other columns than it did, since a newer version has migrated the database. */
export function isOutdated(error: unknown): boolean {
  return hasCode(error, changedResult);
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  if (error instanceof PublicError) return hasCode(error.cause, ...codes);
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Does work again that was undone: by then the other one has what it waited for. */
export async function againWhereUndone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let time = 1; ; time += 1) {
    try {
      return await work();
    } catch (error) {
      if (time === mostTimes || !wasUndone(error)) throw error;
    }
  }
}
