import type { TSchema } from 'typebox';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { ErrorBody } from './schemas.ts';

const everywhere: ErrorCode[] = ['Unauthorized', 'RateLimited', 'Unavailable'];

/** The response schemas of a route: its successes, and each error it can end in besides those of every call. */
export function answers<const Successes extends Record<number, TSchema>>(
  successes: Successes,
  errors: ErrorCode[],
) {
  const responses: Record<number, TSchema> = {};
  for (const code of [...errors, ...everywhere]) {
    const status = errorStatus[code];
    const codes = [...errors, ...everywhere].filter((other) => errorStatus[other] === status);
    responses[status] = { ...ErrorBody, description: codes.join(' or ') } as TSchema;
  }
  return { ...responses, ...successes } as Successes;
}
