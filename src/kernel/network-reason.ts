import { codeOf } from './errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  EADDRNOTAVAIL: 'there is no route to it',
  ETIMEDOUT: 'it gave no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it gave no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it gave no answer in time',
  UND_ERR_BODY_TIMEOUT: 'it gave no answer in time',
  ENOTFOUND: 'its name does not exist',
  EAI_AGAIN: 'its name could not be looked up',
};

const deepest = 5;

/**
 * What happened to a connection, never an empty text: `the connection was refused (ECONNREFUSED)`. Errors of several
 * addresses come as one with an empty message, and those of `fetch` say what happened in their cause. What is no fault
 * of the network keeps its own words, in one line.
 */
export function networkReason(error: unknown): string {
  const behind = causesOf(error, deepest);
  const known = behind.flatMap((one) => {
    const code = codeOf(one);
    const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
    if (reason !== undefined) return [`${reason} (${code})`];
    return one instanceof Error && one.name === 'TimeoutError' ? ['it gave no answer in time'] : [];
  });
  if (known.length > 0) return [...new Set(known)].join(', ');
  const said = behind.map(wordsOf).filter((words) => words !== '');
  return said.at(-1) ?? 'no reason was given';
}

/** The error, and those that it gathers or comes from, the innermost last. */
function causesOf(error: unknown, depth: number): unknown[] {
  if (depth === 0 || error === undefined || error === null) return [];
  const gathered = error instanceof AggregateError ? error.errors : [];
  const inner = error instanceof Error ? [...gathered, error.cause] : [];
  const own = gathered.length > 0 ? [] : [error];
  return [...own, ...inner.flatMap((one) => causesOf(one, depth - 1))];
}

function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line || codeOf(error) || (error instanceof Error ? error.name : '');
}
