import type { ErrorBody } from './api.ts';

/** What the service calls an error, or what stood between it and us: `Http502` and the like. */
export type ErrorCode = ErrorBody['error'] | (string & {});

/** An answer that is an error. */
export class GantryError extends Error {
  override readonly name = 'GantryError';
  readonly status: number;
  /** Stable, made to be compared. */
  readonly code: ErrorCode;
  readonly details: NonNullable<ErrorBody['details']>;
  /** The log of the service has the cause under it. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, fields: GantryErrorFields) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? [];
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export interface GantryErrorFields {
  status: number;
  code: ErrorCode;
  details?: ErrorBody['details'];
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** No answer came: the service can't be reached, or the connection broke. The cause says why. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** After these the same call may well succeed a moment later. */
export const passingAnswers: readonly number[] = [429, 502, 503, 504];

/** Reads the whole body: a connection that is not read to its end is not used again. */
export async function errorFrom(response: Response): Promise<GantryError> {
  const text = await response.text().catch(() => '');
  const body = errorBody(text);
  return new GantryError(body?.message ?? describe(response, text), {
    status: response.status,
    code: body?.error ?? storageCode(text) ?? `Http${response.status}`,
    details: body?.details,
    requestId: body?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

/** Whether the service may be back in a moment. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof UnreachableError ||
    (error instanceof GantryError && passingAnswers.includes(error.status))
  );
}

function errorBody(text: string): Partial<ErrorBody> | null {
  try {
    const body = JSON.parse(text);
    return typeof body?.error === 'string' && typeof body.message === 'string' ? body : null;
  } catch {
    return null;
  }
}

function describe({ status, statusText, url }: Response, text: string): string {
  const place = url === '' ? 'The service' : new URL(url).host;
  return `${place} answered ${status} ${storageCode(text) ?? statusText}`.trim();
}

/** S3 answers in XML. */
function storageCode(text: string): string | undefined {
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
}

function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : undefined;
}
