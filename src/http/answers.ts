import type { TSchema } from 'typebox';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { ErrorBody } from './schemas.ts';

/** The response schemas of a route: its successes, and each error of its own; those of every call are added to them. */
export function answers<const Successes extends Record<number, TSchema>>(
  successes: Successes,
  errors: readonly ErrorCode[] = [],
) {
  const responses: Record<number, TSchema> = {};
  for (const code of errors) {
    const status = errorStatus[code];
    const codes = errors.filter((other) => errorStatus[other] === status);
    responses[status] = { ...ErrorBody, description: codes.join(' or ') } as TSchema;
  }
  return { ...responses, ...successes } as Successes;
}
