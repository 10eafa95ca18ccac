import { unavailable } from '../../kernel/errors.ts';

export type DiskFault = 'ENOSPC' | 'EROFS';

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
  '58030', // the disk gives an error
  '25006', // read-only: a standby, or a primary that is being replaced
]);

const outageMessages =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout|gave no answer in time|connection error|Client was closed/;

/** The statement may have been executed or not. */
export function noAnswer(): never {
  throw new Error('the database gave no answer in time');
}

/** Whether trying again may help, as opposed to a statement that the database refuses. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection exceptions; 40: deadlock; 53: no room, no connection; 57P: the server stops, starts or has crashed.
  return outageCodes.has(code) || /^(08|40|53|57P)/.test(code) || outageMessages.test(error.message);
}

/** `diskFault` is asked only in an outage: a server that can't write may end without telling anyone why. */
export function asUnavailable(error: unknown, diskFault: () => DiskFault | null = () => null): never {
  if (!isOutage(error)) throw error;
  const code = diskFault();
  const cause = code && Object.assign(new Error('the disk of the database', { cause: error }), { code });
  throw unavailable('database', cause ?? error);
}
