import { PublicError } from '../../kernel/errors.ts';

const serializationFailure = '40001';
const deadlock = '40P01';
const mostTimes = 3;

/** PostgreSQL ended it because it and another transaction were in each other's way: it is as if it had not begun. */
export function wasUndone(error: unknown): boolean {
  if (error instanceof PublicError) return wasUndone(error.cause);
  return (
    error instanceof Error && 'code' in error && [serializationFailure, deadlock].includes(String(error.code))
  );
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
