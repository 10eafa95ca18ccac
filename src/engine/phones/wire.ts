import { request } from 'undici';
import { networkReason } from '../../kernel/network-reason.ts';
import type { AppiumServer, Capabilities } from './servers.ts';

/** What a server answered where it did not do as asked. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';
  /** The error code of WebDriver, such as "no such element". */
  readonly code: string;

  constructor(message: string, code = 'unknown error') {
    super(message);
    this.code = code;
  }
}

/** No answer came, or one that is not WebDriver's: whether the command was executed is unknown. */
export class WireFailure extends Error {
  override readonly name = 'WireFailure';
}

export interface CreatedSession {
  readonly sessionId: string;
  readonly capabilities: Capabilities;
}

export async function createSession(
  server: AppiumServer,
  capabilities: Capabilities,
  timeoutMs: number,
): Promise<CreatedSession> {
  const answer = await request(`${server.url}/session`, {
    method: 'POST',
    headers: { ...headersFor(server), 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ capabilities: { alwaysMatch: capabilities, firstMatch: [{}] } }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const value = valueIn(await answer.body.text()) as WireValue | null | undefined;
  if (answer.statusCode === 200 && typeof value?.sessionId === 'string') {
    const granted = typeof value.capabilities === 'object' ? { ...value.capabilities } : {};
    return { sessionId: value.sessionId, capabilities: granted };
  }
  throw new WireRefusal(
    typeof value?.message === 'string' && value.message !== ''
      ? value.message
      : `It answered ${answer.statusCode}, and not as WebDriver does.`,
  );
}

export interface Command {
  readonly method: 'GET' | 'POST';
  /** Below the session. */
  readonly path: string;
  readonly input?: object;
  /** Throws `RangeError` for a longer answer. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** Sends a command once: one that was executed twice taps twice. Throws `WireRefusal` and `WireFailure`. */
export async function sendCommand(
  server: AppiumServer,
  sessionId: string,
  command: Command,
): Promise<unknown> {
  const { status, text } = await exchange(server, sessionId, command);
  const value = valueIn(text);
  const { error, message } = (typeof value === 'object' && value !== null ? value : {}) as WireValue;
  if (typeof error === 'string') throw new WireRefusal(typeof message === 'string' ? message : error, error);
  if (status === 200 && value !== undefined) return value;
  const said = typeof message === 'string' ? message : `It answered ${status}, and not as WebDriver does.`;
  throw typeof message === 'string' ? new WireRefusal(said) : new WireFailure(said);
}

async function exchange(
  server: AppiumServer,
  sessionId: string,
  { method, path, input, mostBytes, signal }: Command,
): Promise<{ status: number; text: string }> {
  try {
    const answer = await request(`${addressOf(server, sessionId)}/${path}`, {
      method,
      headers: {
        ...headersFor(server),
        ...(input !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      },
      body: input === undefined ? null : JSON.stringify(input),
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer.body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > mostBytes) throw new RangeError(`The answer is longer than ${mostBytes} bytes.`);
      parts.push(part);
    }
    return { status: answer.statusCode, text: Buffer.concat(parts).toString('utf8') };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new WireFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export async function deleteSession(
  server: AppiumServer,
  sessionId: string,
  timeoutMs: number,
): Promise<void> {
  const answer = await request(addressOf(server, sessionId), {
    method: 'DELETE',
    headers: headersFor(server),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body.dump();
}

function addressOf(server: AppiumServer, sessionId: string): string {
  return `${server.url}/session/${encodeURIComponent(sessionId)}`;
}

function headersFor({ authorization }: AppiumServer): Record<string, string> {
  return { accept: 'application/json', ...(authorization !== null && { authorization }) };
}

interface WireValue {
  sessionId?: unknown;
  capabilities?: object | null;
  error?: unknown;
  message?: unknown;
}

/** Undefined where the text is not an answer of WebDriver. */
function valueIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { value?: unknown }).value;
  } catch {
    return undefined;
  }
}

/** How an answer begins. */
export async function readStart(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > mostBytes) break;
  }
  return Buffer.concat(parts).subarray(0, mostBytes).toString('utf8');
}

/** The reason is at the beginning of a message; what was typed may follow it. */
export const longestMessage = 4_000;

/** Drivers put their stack into the message. */
export function firstLine(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  const text = line
    .slice(0, longestMessage)
    .replace(/^An unknown server-side error occurred while processing the command\. Original error: /, '')
    // An address that is signed is a key to what is there.
    .replace(/(https?:\/\/[^\s?'"]+)\?[^\s'":]*/g, '$1')
    .trim()
    .slice(0, 500);
  return text === '' ? 'no reason was given.' : /[.!?]$/.test(text) ? text : `${text}.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || networkReason(error) : String(error);
}
