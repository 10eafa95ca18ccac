/** The catalogue of public error codes; the wire promises them, so a code is never renamed. */
export const errorStatus = {
  ValidationError: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  UploadIncomplete: 409,
  Conflict: 409,
  UploadExpired: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  UploadMismatch: 422,
  InvalidApp: 422,
  RateLimited: 429,
  Internal: 500,
  Unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface FieldFault {
  path: string;
  message: string;
}

interface ErrorOptions {
  cause?: unknown;
  details?: FieldFault[];
  retryAfterSeconds?: number;
}

/** An error whose message is written for the caller; what only the operator may see goes into `cause`. */
export class PublicError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = code;
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export function notFound(what: string, cause?: unknown): PublicError {
  return new PublicError('NotFound', `There is no such ${what}.`, { cause });
}

/** What was looked up; throws where there is none. */
export function orNotFound<Found>(found: Found | null | undefined, what: string): Found {
  if (found == null) throw notFound(what);
  return found;
}

export function unavailable(what: string, cause: unknown): PublicError {
  const sentence = needsOperator(what, cause);
  return sentence === null
    ? new PublicError('Unavailable', `The ${what} can't be reached at the moment; try again shortly.`, {
        cause,
        retryAfterSeconds: 1,
      })
    : new PublicError('Unavailable', sentence, { cause, retryAfterSeconds: 30 });
}

/** The sentence for what does not pass by itself, else null. The codes are those of the system and of PostgreSQL. */
export function needsOperator(what: string, cause: unknown): string | null {
  if (isDiskFull(cause)) return `The disk is full: the ${what} takes nothing more until there is room again.`;
  switch (codeOf(cause)) {
    case 'EROFS':
      return `The ${what} is read-only: nothing can be stored until it is writable again.`;
    case 'EACCES':
    case 'EPERM':
      return `The service is not allowed to use the ${what}: its permissions must be changed.`;
    default:
      return null;
  }
}

/** Also where it is the cause of the error. */
export function isDiskFull(error: unknown): boolean {
  if (['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error))) return true;
  return error instanceof PublicError && isDiskFull(error.cause);
}

/** Of the system or a library; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A fault that stops the program at start; its message is one sentence for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
