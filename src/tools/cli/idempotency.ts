import { isHeaderText } from './connect.ts';
import { UsageError } from './errors.ts';

/** The header of a call that must start nothing twice. Without one, the client makes one up for its own retries. */
export function idempotencyHeaders(key: string | undefined): Record<string, string> {
  if (!key) return {};
  if (!isHeaderText(key))
    throw new UsageError(
      '--idempotency-key must have only letters, digits and signs of ASCII, and no blanks.',
    );
  return { 'idempotency-key': key };
}
