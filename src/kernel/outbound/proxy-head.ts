import { withoutTail } from '../without-tail.ts';
import { bareHost } from './destination.ts';

/** The head of a request to the proxy, and what it asks for. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>;
}

export interface Route {
  /** A tunnel carries everything that follows; otherwise one request is forwarded in a new form. */
  readonly isTunnel: boolean;
  /** A name, or an address without brackets, as in a `Destination`. */
  readonly host: string;
  readonly port: number;
  /** What the origin is sent first; empty for a tunnel. */
  readonly head: string;
  /** Bytes that belong to the request; null: all that follow. */
  readonly bodyBytes: number | null;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const requestLine = new RegExp(`^(${token}) ([\\x21-\\x7e]+) (HTTP/1\\.[01])$`);
const fieldLine = new RegExp(`^(${token}):(.*)$`);
const authority = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i;

/** Null for what is no request. `text` holds one character for each byte, without the empty line at the end. */
export function parseHead(text: string): RequestHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const [, method, target, version] = requestLine.exec(first) ?? [];
  if (method === undefined || target === undefined || version === undefined) return null;
  const fields: [string, string][] = [];
  for (const line of lines) {
    const [, name, written] = fieldLine.exec(line) ?? [];
    const value = written && withoutTail(written.replace(/^[ \t]+/, ''), /[ \t]/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (name === undefined || value === undefined || /[\u0000\r\n]/.test(value)) return null;
    fields.push([name, value]);
  }
  return { method, target, version, fields };
}

export function fieldValues(head: RequestHead, name: string): string[] {
  return head.fields.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
}

export function hasBody(head: RequestHead): boolean {
  return (
    fieldValues(head, 'transfer-encoding').length > 0 || Number(fieldValues(head, 'content-length')[0]) > 0
  );
}

/** Where the request goes and how; null when that can't be told. */
export function routeOf(head: RequestHead): Route | null {
  if (head.method === 'CONNECT') {
    const place = placeOf(head.target, null);
    return place && { ...place, isTunnel: true, head: '', bodyBytes: null };
  }
  const [, named, path = ''] = /^http:\/\/([^/?#]+)([^#]*)/i.exec(head.target) ?? [];
  const place = named === undefined ? null : placeOf(named, 80);
  const bodyBytes = bodyBytesOf(head);
  if (named === undefined || place === null || bodyBytes === undefined) return null;
  return { ...place, isTunnel: false, head: forwarded(head, named, path), bodyBytes };
}

function placeOf(text: string, defaultPort: number | null): { host: string; port: number } | null {
  const [, host, given] = authority.exec(text) ?? [];
  const port = given === undefined ? defaultPort : Number(given);
  if (host === undefined || port === null || port < 1 || port > 65_535) return null;
  return { host: bareHost(host.toLowerCase()), port };
}

/** Undefined where two readers could disagree. */
function bodyBytesOf(head: RequestHead): number | null | undefined {
  const lengths = fieldValues(head, 'content-length');
  const isChunked = fieldValues(head, 'transfer-encoding').length > 0;
  if (lengths.length > 1 || (lengths.length === 1 && isChunked)) return undefined;
  if (isChunked || fieldValues(head, 'upgrade').length > 0) return null;
  const [length = '0'] = lengths;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** As the browser would have sent it to the origin itself. */
function forwarded(head: RequestHead, host: string, path: string): string {
  const hasConnection = fieldValues(head, 'connection').length > 0;
  const [persistence] = fieldValues(head, 'proxy-connection');
  const fields = head.fields.filter(([name]) => !forProxyOnly.has(name.toLowerCase()));
  const lines = [
    `${head.method} ${path.startsWith('/') ? path : `/${path}`} ${head.version}`,
    `Host: ${host}`,
    ...(!hasConnection && persistence !== undefined ? [`Connection: ${persistence}`] : []),
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const forProxyOnly = new Set(['host', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate']);
