import { parseUrl } from '../url.ts';

/** Where a call goes, taken from its URL once; every later step uses these parts and never the text again. */
export interface Destination {
  /** Scheme, host and port in normal form: calls with the same origin share connections. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
}

type DestinationVerdict =
  | { readonly allowed: true; readonly destination: Destination }
  | { readonly allowed: false; readonly reason: string };

const maxUrlLength = 8_192;

/**
 * The WHATWG parser forgives much (tabs inside a host, backslashes, missing slashes). What it forgives is where two
 * readers of one URL disagree about its host, so it is refused here before that parser sees it.
 */
export function parseDestination(text: string): DestinationVerdict {
  if (text.length > maxUrlLength) return refuse(`The URL is longer than ${maxUrlLength} characters.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/.test(text))
    return refuse('The URL contains a blank or a control character.');
  if (!/^https?:/i.test(text)) return refuse('The URL must start with http:// or https://.');
  const beforeQuery = text.split(/[?#]/, 1)[0] ?? '';
  if (beforeQuery.includes('\\')) return refuse('The URL contains a backslash.');
  const authority = /^https?:\/\/([^/]+)/i.exec(beforeQuery)?.[1];
  if (authority === undefined) return refuse('The URL has no host.');
  if (authority.includes('@')) return refuse('The URL must not contain credentials.');
  const url = parseUrl(text);
  if (url === null || url.hostname === '') return refuse('The URL is not valid.');
  if (url.username !== '' || url.password !== '') return refuse('The URL must not contain credentials.');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (port === 0) return refuse('The URL names port 0.');
  return {
    allowed: true,
    destination: {
      origin: url.origin,
      isSecure,
      hostname: bareHost(url.hostname),
      port,
      path: `${url.pathname}${url.search}`,
    },
  };
}

export function bareHost(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

function refuse(reason: string): DestinationVerdict {
  return { allowed: false, reason };
}
