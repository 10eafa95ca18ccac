import { unavailable } from '../kernel/errors.ts';

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57014', // our own time limit for a statement
  '25006', // read-only: a standby, or a primary that is being replaced
]);

const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout|connection error|Client was closed/;

/** Whether trying again may help, as opposed to a statement that the database refuses. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection exceptions; 40: deadlock; 53: no room, no connection; 57P: the server stops, starts or has crashed.
  return outageCodes.has(code) || /^(08|40|53|57P)/.test(code) || outageMessages.test(error.message);
}

export function asUnavailable(error: unknown): never {
  throw isOutage(error) ? unavailable('database', error) : error;
}
