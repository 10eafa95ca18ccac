import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { remembering } from '../../kernel/memo.ts';
import type { Outbound, OutboundAnswer } from '../../kernel/outbound/outbound.ts';

export type ResultSender = Pick<Outbound, 'post'>;

interface Message {
  runId: string;
  url: string;
  body: string;
  /** Newest first. */
  secrets: string[];
}

export interface AttemptResult {
  outcome: OutboundAnswer['outcome'];
  statusCode: number | null;
  /** One sentence; null when the receiver has taken the result. */
  failure: string | null;
  answer: string | null;
}

const keptAnswerBytes = 2_048;

/** One POST, signed for this attempt. The id is that of the run's result: the same in every attempt and redelivery. */
export async function sendResult(
  outbound: ResultSender,
  { runId, url, body, secrets }: Message,
  { timeoutMs, nowMs }: { timeoutMs: number; nowMs: number },
): Promise<AttemptResult> {
  const bytes = Buffer.from(body);
  const signature = signatureHeaders({
    id: `msg_${runId}`,
    timestampSeconds: nowMs / 1_000,
    body: bytes,
    secrets,
  });
  const answer = await outbound.post(url, {
    headers: { 'content-type': 'application/json', 'user-agent': 'gantry', ...signature },
    body: bytes,
    timeoutMs,
    maxAnswerBytes: keptAnswerBytes,
  });
  if (answer.outcome !== 'answered') {
    return { outcome: answer.outcome, statusCode: null, failure: answer.reason, answer: null };
  }
  const { outcome, status: statusCode } = answer;
  return { outcome, statusCode, failure: failureOf(statusCode), answer: asText(answer.body) };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  return `The receiver answered with status ${status}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** PostgreSQL's text has no NUL. */
function asText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '');
}

interface SignedMessage {
  /** The same in every attempt. */
  id: string;
  /** When this attempt is sent. */
  timestampSeconds: number;
  /** What is sent, to the byte; text is sent as UTF-8. */
  body: string | Buffer;
  /** Every live secret of the project, newest first. */
  secrets: string[];
}

interface SignatureHeaders {
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
