import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { remembering } from '../../kernel/memo.ts';

export interface SignedMessage {
  /** The same in every attempt. */
  id: string;
  /** When this attempt is sent. */
  timestampSeconds: number;
  /** What is sent, to the byte; text is sent as UTF-8. */
  body: string | Buffer;
  /** Every live secret of the project, newest first. */
  secrets: string[];
}

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Standard Webhooks: one signature per secret, so that a receiver holding any one of them can verify. */
export function signatureHeaders({ id, timestampSeconds, body, secrets }: SignedMessage): SignatureHeaders {
  if (secrets.length === 0) throw new TypeError('a result must not be sent unsigned');
  const timestamp = String(Math.floor(timestampSeconds));
  const head = `${id}.${timestamp}.`;
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', keyOf(secret)).update(head).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const keyOf = remembering(
  (secret): KeyObject => createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64')),
);
