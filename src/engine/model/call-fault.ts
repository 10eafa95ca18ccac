import { oneLine } from '../../kernel/text.ts';
import { ExecutionFailure } from '../report.ts';

/** What is known of a call that brought no answer. */
export interface FailedCall {
  /** Null when no answer came at all. */
  status: number | null;
  message: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type CallFault =
  /** `waitMs` is what the provider asks for, null when it asks for nothing. */
  | { next: 'again'; waitMs: number | null; reason: string }
  | { next: 'without images' }
  | { next: 'stop'; failure: ExecutionFailure };

/** What to do after a failed call. Never repeats what the provider says of a key. */
export function faultOf(call: FailedCall, request: { hasImages: boolean; model: string }): CallFault {
  const { status, message, headers, body } = call;
  if (status === 401 || status === 403) {
    return stop(
      'MODEL_REFUSED',
      `The provider of the model ${request.model} does not accept the key (it answered ${status}); see GANTRY_MODEL_API_KEY.`,
    );
  }
  if (request.hasImages && isAboutImages(call)) {
    return { next: 'without images' };
  }
  if (status === 429 && /insufficient_quota|billing|credit/i.test(body)) {
    return stop('MODEL_REFUSED', `The provider's quota for the model ${request.model} is used up.`);
  }
  if (status === null) return { next: 'again', waitMs: null, reason: clip(withoutAddresses(message)) };
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return { next: 'again', waitMs: retryAfterMs(headers), reason: `it answered ${status}${said(message)}` };
  }
  if (status < 300) {
    return { next: 'again', waitMs: null, reason: 'what it answered is not of its protocol' };
  }
  if (status < 400) {
    return stop(
      'MODEL_UNREACHABLE',
      `The provider of the model ${request.model} redirects (${status}), which is not followed; see GANTRY_MODEL_BASE_URL.`,
    );
  }
  if (status === 404) {
    return stop(
      'MODEL_REFUSED',
      `The provider does not know the model ${request.model}${said(message)}; see GANTRY_MODEL and GANTRY_MODEL_BASE_URL.`,
    );
  }
  return stop(
    'MODEL_REFUSED',
    `The provider of the model ${request.model} refuses the request with ${status}${said(message)}.`,
  );
}

/** By `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  nowMs: number = Date.now(),
): number | null {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(text);
  if (/^\s*[\d.]+\s*$/.test(text) && Number.isFinite(seconds)) return seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

export function unreachable(model: string, reason: string): ExecutionFailure {
  return new ExecutionFailure('MODEL_UNREACHABLE', `The model ${model} can't be reached: ${reason}.`);
}

/** Servers say it in many ways; one of them by a 500. */
function isAboutImages({ status, message, body }: FailedCall): boolean {
  const isRequestsFault =
    status === 500 || (status !== null && status >= 400 && status < 500 && ![408, 409, 429].includes(status));
  return (
    isRequestsFault && /image|vision|multi-?modal|modalit|mmproj|must be a string/i.test(`${message} ${body}`)
  );
}

function stop(code: string, message: string): CallFault {
  return { next: 'stop', failure: new ExecutionFailure(code, message) };
}

function said(message: string): string {
  return message.trim() === '' ? '' : ` (${clip(message)})`;
}

/** The system names the address to which the provider's name leads; that is for the operator alone. */
function withoutAddresses(message: string): string {
  return message
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, 'its address')
    .replaceAll(/(?<![\w:])(?:[\da-f]{0,4}:){2,}[\da-f]{0,4}(?![\w:])/gi, 'its address');
}

function clip(message: string): string {
  const line = oneLine(message).replace(/\.$/, '');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
