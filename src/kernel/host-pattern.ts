import { parseUrl } from './url.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const written = new RegExp(`^(?:(?:\\*\\.)?${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])(?::([0-9]{1,5}))?$`);
const maxPort = 65_535;

/** What is wrong with a host as settings name it, or null. */
export function hostPatternFault(text: string): string | null {
  const match = text.length <= 255 ? written.exec(text) : null;
  const isRight = match !== null && Number(match[1] ?? 0) <= maxPort && parsePattern(text) !== null;
  return isRight
    ? null
    : 'must be a host in lower case, such as shop.example.com, *.example.com or localhost:3000';
}

/** `*.example.com` is every name below it, not itself. A pattern without a port fits every port. */
export function matchesHost(pattern: string, url: URL): boolean {
  const wanted = parsePattern(pattern);
  if (wanted === null || !isWeb(url)) return false;
  if (wanted.port !== null && wanted.port !== portOf(url)) return false;
  const name = nameOf(url);
  if (!wanted.isWildcard) return name === wanted.name;
  return name.endsWith(`.${wanted.name}`) && !isAddress(name);
}

export function matchesAnyHost(patterns: readonly string[], url: URL): boolean {
  return patterns.some((pattern) => matchesHost(pattern, url));
}

/** The patterns that fit the host of an address on its own port alone; http and https count as one on theirs. */
export function patternsOf(url: URL): string[] {
  return url.port === '' ? [`${url.hostname}:80`, `${url.hostname}:443`] : [url.host];
}

export function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

interface HostPattern {
  name: string;
  isWildcard: boolean;
  port: number | null;
}

/** By the parser that reads addresses too: a host has one spelling then, however it was written. */
function parsePattern(pattern: string): HostPattern | null {
  const text = pattern.trim().toLowerCase();
  // An IPv6 address without brackets has colons of its own.
  const isBareAddress = !text.includes('[') && text.split(':').length > 2;
  const [, host = '', port] = isBareAddress ? ['', `[${text}]`] : (/^(.*?)(?::(\d+))?$/.exec(text) ?? []);
  const isWildcard = host.startsWith('*.');
  const address = `http://${isWildcard ? host.slice(2) : host}/`;
  const url = /[\s/?#@\\*]/.test(address.slice('http://'.length, -1)) ? null : parseUrl(address);
  if (url === null) return null;
  return { name: nameOf(url), isWildcard, port: port === undefined ? null : Number(port) };
}

/** A name may end in a dot, and is the same name. */
function nameOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

/** What is left of a number is no name below another. */
function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(name);
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
