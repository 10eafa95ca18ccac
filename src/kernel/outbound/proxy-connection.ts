import type { Socket } from 'node:net';
import type { FaultOutcome } from './fault.ts';
import type { OutboundFailure } from './outbound.ts';
import { fieldValues, hasBody, parseHead, type RequestHead, type Route, routeOf } from './proxy-head.ts';

/** What a connection may do, once it has shown whose it is. */
export interface Entrance {
  /** False when the pass has no room for it. */
  enter(client: Socket): boolean;
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket | OutboundFailure>;
}

interface Reception {
  /** Null for credentials that are wrong or missing. */
  entranceFor(authorization: string | undefined): Entrance | null;
  readonly idleMs: number;
}

const maxHeadBytes = 65_536;
/** For those who have not shown credentials yet, and for those who were told the last word. */
const strangerIdleMs = 10_000;
const endOfHead = '\r\n\r\n';

/**
 * - `head`: the next request is being read.
 * - `dialing`: its connection is being made; nothing is read.
 * - `body`: `bodyLeft` bytes belong to the origin.
 * - `tunnel`: everything does.
 * - `over`: the last answer was given; what still comes is thrown away.
 */
type Mode = 'head' | 'dialing' | 'body' | 'tunnel' | 'over';

/**
 * One connection of the browser. An origin's connection lives and dies with it, and answers go back byte for byte: so
 * the browser sees every fault, and repeats a request on a connection that was closed while idle, as it would without
 * a proxy.
 */
export function serveConnection(client: Socket, reception: Reception): void {
  const gone = new AbortController();
  let mode: Mode = 'head';
  let unread: Buffer = Buffer.alloc(0);
  let bodyLeft = 0;
  let hasEnded = false;
  let entrance: Entrance | null = null;
  let origin: { readonly name: string; readonly socket: Socket } | null = null;

  client.setNoDelay(true);
  client.setTimeout(strangerIdleMs, () => client.destroy());
  client.on('data', (bytes) => read(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)));
  client.on('drain', () => origin?.socket.resume());
  client.on('error', () => undefined);
  client.on('end', () => {
    hasEnded = true;
    if (mode !== 'dialing') endOrigin();
  });
  client.on('close', () => {
    gone.abort();
    leaveOrigin();
  });

  function read(bytes: Buffer): void {
    if (mode === 'over') return;
    unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes]);
    while (unread.length > 0 && (mode === 'body' || mode === 'tunnel')) {
      const part = mode === 'tunnel' ? unread : unread.subarray(0, bodyLeft);
      unread = unread.subarray(part.length);
      bodyLeft -= part.length;
      if (mode === 'body' && bodyLeft === 0) mode = 'head';
      if (origin !== null && !origin.socket.write(part)) client.pause();
    }
    if (mode === 'head') readHead();
  }

  function readHead(): void {
    while (unread[0] === 0x0d || unread[0] === 0x0a) unread = unread.subarray(1);
    const length = unread.indexOf(endOfHead);
    if (length < 0) {
      const startsLikeRequest = unread.length === 0 || /^[A-Za-z]/.test(unread.toString('latin1', 0, 1));
      if (!startsLikeRequest) sayLast(notUnderstood);
      else if (unread.length > maxHeadBytes) sayLast(headTooLarge);
      return;
    }
    const head = length > maxHeadBytes ? null : parseHead(unread.toString('latin1', 0, length));
    unread = unread.subarray(length + endOfHead.length);
    if (head === null) sayLast(length > maxHeadBytes ? headTooLarge : notUnderstood);
    else void serve(head);
  }

  async function serve(head: RequestHead): Promise<void> {
    mode = 'dialing';
    client.pause();
    mode = await execute(head);
    if (hasEnded) endOrigin();
    else if (!origin?.socket.writableNeedDrain) client.resume();
    read(Buffer.alloc(0));
  }

  /** Returns how to read on. */
  async function execute(head: RequestHead): Promise<Mode> {
    const shown = reception.entranceFor(fieldValues(head, 'proxy-authorization')[0]);
    if (shown === null) return say(noPass, head);
    if (entrance === null && !shown.enter(client)) {
      return sayLast(notConnected('busy', 'The run has too many connections open.'));
    }
    if (entrance !== null && entrance !== shown) return sayLast(noPass);
    entrance = shown;
    client.setTimeout(reception.idleMs);
    const route = routeOf(head);
    if (route === null) return sayLast(notUnderstood);
    const fault = await reach(route, entrance);
    if (gone.signal.aborted) return 'over';
    if (fault !== null) return say(notConnected(fault.outcome, fault.reason), head);
    if (route.isTunnel) client.write(tunnelOpened);
    else origin?.socket.write(route.head, 'latin1');
    if (route.bodyBytes === null) return 'tunnel';
    bodyLeft = route.bodyBytes;
    return bodyLeft > 0 ? 'body' : 'head';
  }

  async function reach({ host, port, isTunnel }: Route, from: Entrance): Promise<OutboundFailure | null> {
    const name = `${host}:${port}`;
    if (!isTunnel && origin?.name === name && origin.socket.writable) return null;
    leaveOrigin();
    const socket = await from.connect(host, port, gone.signal);
    if ('outcome' in socket) return socket;
    if (gone.signal.aborted) socket.destroy();
    else joinOrigin(name, socket);
    return null;
  }

  function joinOrigin(name: string, socket: Socket): void {
    origin = { name, socket };
    const isCurrent = () => origin?.socket === socket;
    socket.on('data', (bytes) => {
      if (isCurrent() && !client.write(bytes)) socket.pause();
    });
    socket.on('drain', () => {
      if (isCurrent() && mode !== 'dialing') client.resume();
    });
    // A request that arrives from here on must not go out on a new connection: its answer could not come back.
    socket.on('end', () => {
      if (isCurrent()) endClient();
    });
    socket.on('close', (hadError) => {
      if (!isCurrent()) return;
      origin = null;
      // A clean end would make a whole answer of one that was broken off.
      if (hadError) client.write('', () => client.resetAndDestroy());
      else endClient();
    });
  }

  function endOrigin(): void {
    if (origin === null) client.end();
    else origin.socket.end();
  }

  function leaveOrigin(): void {
    const left = origin;
    origin = null;
    left?.socket.destroy();
  }

  /** A request with a body is not read to its end, so the connection can't serve another one. */
  function say(answer: ProxyAnswer, head: RequestHead): Mode {
    if (hasBody(head)) return sayLast(answer);
    client.write(answerText(answer, false));
    return 'head';
  }

  function sayLast(answer: ProxyAnswer): Mode {
    client.write(answerText(answer, true));
    return endClient();
  }

  /** Goes on reading, since closing with bytes unread could take the answer back. */
  function endClient(): Mode {
    mode = 'over';
    unread = Buffer.alloc(0);
    client.end();
    client.resume();
    client.setTimeout(strangerIdleMs);
    return mode;
  }
}

interface ProxyAnswer {
  readonly status: string;
  readonly fields?: readonly string[];
  readonly reason: string;
}

const tunnelOpened = 'HTTP/1.1 200 Connection Established\r\n\r\n';

const noPass: ProxyAnswer = {
  status: '407 Proxy Authentication Required',
  fields: ['Proxy-Authenticate: Basic realm="gantry", charset="UTF-8"'],
  reason: 'The proxy is open only to the browsers of this service.',
};

const notUnderstood: ProxyAnswer = {
  status: '400 Bad Request',
  reason: 'This is no request that the proxy understands.',
};

const headTooLarge: ProxyAnswer = {
  status: '431 Request Header Fields Too Large',
  reason: 'The head of the request is too large.',
};

function notConnected(outcome: FaultOutcome, reason: string): ProxyAnswer {
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

function answerText({ status, fields = [], reason }: ProxyAnswer, isLast: boolean): string {
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
