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
  '53300', // too many connections
  '25006', // read-only: a standby, or a primary that is being replaced
]);

const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout|connection error|Client was closed/;

/** Whether the database was out of reach, as opposed to having refused a statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection exceptions; 57P: the server is stopping, starting or has crashed.
  return outageCodes.has(code) || /^(08|57P)/.test(code) || outageMessages.test(error.message);
}

export function asUnavailable(error: unknown): never {
  throw isOutage(error) ? unavailable('database', error) : error;
}
