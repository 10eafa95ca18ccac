import type { Run } from './api.ts';

export interface ReceivedWebhook {
  /** As they came: the `Headers` of a `Request`, or the `headers` of Node's own requests. */
  headers: { get(name: string): string | null } | PlainHeaders;
  /** As it came, to the byte: parsed and written again, it is another one. */
  body: string | Uint8Array | ArrayBuffer;
  /** The `whsec_…` of the project; several while one takes the place of another. */
  secret: string | readonly string[];
  /** How far its time may be from ours. */
  toleranceSeconds?: number;
  /** Milliseconds, as `Date.now()` gives them. */
  now?: () => number;
}

type PlainHeaders = Record<string, string | string[] | undefined>;

export type WebhookRefusal =
  | 'missing-header'
  | 'bad-timestamp'
  | 'too-old'
  | 'too-new'
  | 'no-match'
  | 'bad-body';

/** It was not sent by the service, or not now, or not like this. Answer with a 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The run that a delivery carries, once it is certain that the service sent it: Standard Webhooks, symmetric (`v1`).
 * A delivery may come twice; it is then the same run.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<Run> {
  const { headers, body, secret, toleranceSeconds = 300, now = Date.now } = received;
  const keys = [secret].flat().map(secretBytes);
  if (keys.length === 0) throw new TypeError('secret: there is none to verify with');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  refuseWrongTime(timestamp, toleranceSeconds, now() / 1_000);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const message = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(message, signatures, keys))) {
    throw new WebhookVerificationError('no-match', 'No signature fits: another secret, or another body.');
  }
  return parsed(bytes);
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  // By what it can do: there are more classes called Headers than the global one.
  const found =
    'get' in headers && typeof headers.get === 'function'
      ? headers.get(name)
      : plainHeader(headers as PlainHeaders, name);
  if (found) return found;
  throw new WebhookVerificationError('missing-header', `The header ${name} is missing.`);
}

function plainHeader(headers: PlainHeaders, name: string): string | undefined {
  const key = Object.keys(headers).find((given) => given.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return Array.isArray(value) ? value.join(' ') : value;
}

function refuseWrongTime(timestamp: string, toleranceSeconds: number, nowSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('bad-timestamp', 'The header webhook-timestamp is no time.');
  }
  const ageSeconds = nowSeconds - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('too-old', `It was signed ${Math.round(ageSeconds)} seconds ago.`);
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('too-new', `It was signed ${Math.round(-ageSeconds)} seconds ahead.`);
  }
}

/** `verify` of WebCrypto takes the same time wherever two signatures differ. */
async function isSigned(message: Uint8Array<ArrayBuffer>, header: string, keys: Bytes[]): Promise<boolean> {
  const signatures = header
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => decoded(signature.slice('v1,'.length)))
    .filter((signature) => signature !== null);
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return true;
    }
  }
  return false;
}

type Bytes = Uint8Array<ArrayBuffer>;

function secretBytes(secret: string): Bytes {
  const bytes = decoded(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) {
    throw new TypeError('secret: must be the whsec_… that the settings of the project show');
  }
  return bytes;
}

function decoded(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, body: Uint8Array): Bytes {
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
}

function parsed(bytes: Uint8Array): Run {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookVerificationError('bad-body', 'The body is signed, but it is no JSON.');
  }
}
