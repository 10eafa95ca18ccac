import type { FaultOutcome } from './fault.ts';

export interface ProxyAnswer {
  readonly status: string;
  readonly fields?: readonly string[];
  readonly reason: string;
}

export const tunnelOpened = 'HTTP/1.1 200 Connection Established\r\n\r\n';

export const noPass: ProxyAnswer = {
  status: '407 Proxy Authentication Required',
  fields: ['Proxy-Authenticate: Basic realm="gantry", charset="UTF-8"'],
  reason: 'The proxy is open only to the browsers of this service.',
};

export const notUnderstood: ProxyAnswer = {
  status: '400 Bad Request',
  reason: 'This is no request that the proxy understands.',
};

export const headTooLarge: ProxyAnswer = {
  status: '431 Request Header Fields Too Large',
  reason: 'The head of the request is too large.',
};

export function notConnected(outcome: FaultOutcome, reason: string): ProxyAnswer {
  const { status, error } = faults[outcome];
  return { status, fields: [`Proxy-Status: gantry; error=${error}`], reason };
}

/** The errors have the names of RFC 9209. */
const faults: Record<FaultOutcome, { status: string; error: string }> = {
  refused: { status: '403 Forbidden', error: 'destination_ip_prohibited' },
  busy: { status: '503 Service Unavailable', error: 'connection_limit_reached' },
  timeout: { status: '504 Gateway Timeout', error: 'connection_timeout' },
  unreachable: { status: '502 Bad Gateway', error: 'destination_unavailable' },
  broken: { status: '502 Bad Gateway', error: 'connection_terminated' },
  oversized: { status: '502 Bad Gateway', error: 'http_response_incomplete' },
  cancelled: { status: '502 Bad Gateway', error: 'connection_terminated' },
};

export function answerText({ status, fields = [], reason }: ProxyAnswer, isLast: boolean): string {
  const body = `${reason}\n`;
  return [
    `HTTP/1.1 ${status}`,
    ...fields,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Connection: ${isLast ? 'close' : 'keep-alive'}`,
    '',
    body,
  ].join('\r\n');
}
