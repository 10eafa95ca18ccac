import type { Outbound, OutboundAnswer } from '../../kernel/outbound/outbound.ts';
import { signatureHeaders } from './signature.ts';

export type ResultSender = Pick<Outbound, 'post'>;

export interface Message {
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
