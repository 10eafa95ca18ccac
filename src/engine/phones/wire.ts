import { request } from 'undici';
import type { AppiumServer, Capabilities } from './servers.ts';

/** What a server answered where it did not do as asked. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';
}

export interface CreatedSession {
  readonly sessionId: string;
  readonly capabilities: Capabilities;
}

/**
 * Sessions are made and ended by requests of our own: webdriverio's way to make one hides the server's reason, changes
 * the environment of the process, and can't be followed to its end by a caller that no longer waits for it.
 */
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
  const value = answerIn(await answer.body.text());
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

/** A command by a request of our own: webdriverio would take an answer of any length. Throws `RangeError` for a longer one. */
export async function postBounded(
  server: AppiumServer,
  sessionId: string,
  command: { path: string; input: object; mostBytes: number; signal: AbortSignal },
): Promise<unknown> {
  const { path, input, mostBytes, signal } = command;
  const answer = await request(`${server.url}/session/${encodeURIComponent(sessionId)}/${path}`, {
    method: 'POST',
    headers: { ...headersFor(server), 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(input),
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
  const { value } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { value?: unknown };
  if (answer.statusCode === 200) return value;
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : null;
  throw new WireRefusal(String(message ?? `It answered ${answer.statusCode}.`));
}

export async function deleteSession(
  server: AppiumServer,
  sessionId: string,
  timeoutMs: number,
): Promise<void> {
  const answer = await request(`${server.url}/session/${encodeURIComponent(sessionId)}`, {
    method: 'DELETE',
    headers: headersFor(server),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body.dump();
}

export function headersFor(server: AppiumServer): Record<string, string> {
  return server.authorization === null ? {} : { authorization: server.authorization };
}

interface WireValue {
  sessionId?: unknown;
  capabilities?: object | null;
  message?: unknown;
}

function answerIn(text: string): WireValue | null {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
