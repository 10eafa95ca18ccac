import type { Refusal } from '../../../kernel/outbound/browser-proxy.ts';
import { parseUrl } from '../../../kernel/url.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';

const lookBackMs = 60_000;

/** Why a document did not come, from what the browser says and what the proxy met. */
export function navigationFailure(
  url: string,
  errorText: string,
  refusals: readonly Refusal[],
): ExecutionFailure {
  const { host, hostname, port } = addressOf(url);
  const met = refusals.findLast(
    (refusal) =>
      refusal.host.toLowerCase() === hostname &&
      refusal.port === port &&
      refusal.atMs > Date.now() - lookBackMs,
  );
  if (met?.outcome === 'refused')
    return new ExecutionFailure('ADDRESS_REFUSED', `${host} may not be visited: ${met.reason}`);
  if (met?.outcome === 'timeout')
    return new ExecutionFailure('SITE_TIMEOUT', `${host} could not be reached in time: ${met.reason}`);
  if (met !== undefined)
    return new ExecutionFailure('SITE_UNREACHABLE', `${host} could not be reached: ${met.reason}`);
  // The proxy is in this process: a browser that does not reach it has lost a process of its own.
  if (/PROXY_CONNECTION_FAILED/.test(errorText))
    return new ExecutionFailure('BROWSER_CRASHED', 'The browser has lost its connection to the network.');
  if (/TIMED_OUT/.test(errorText))
    return new ExecutionFailure('SITE_TIMEOUT', `${host} did not answer in time.`);
  return new ExecutionFailure('SITE_UNREACHABLE', `${host} could not be reached: ${reasonFor(errorText)}.`);
}

export function siteTimeout(url: string, timeoutMs: number): ExecutionFailure {
  const { host } = addressOf(url);
  return new ExecutionFailure(
    'SITE_TIMEOUT',
    `${host} did not answer within ${seconds(timeoutMs)} (${url}).`,
  );
}

/** What the browser calls it, without what it says around it. */
export function netError(text: string): string | null {
  return /net::(ERR_[A-Z0-9_]+)/.exec(text)?.[1] ?? null;
}

export function reasonFor(errorText: string): string {
  if (errorText === '') return 'no connection was established';
  const code = netError(errorText) ?? errorText;
  const reasons: Array<[RegExp, string]> = [
    [/CONNECTION_REFUSED/, 'the connection was refused'],
    [/NAME_NOT_RESOLVED/, 'the name does not exist'],
    [/CERT_|CERTIFICATE/, 'its certificate is not valid for it'],
    [/SSL|TLS/, 'no secure connection came about'],
    [/CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE/, 'it closed the connection without an answer'],
    [/TUNNEL_CONNECTION_FAILED/, 'no connection was established'],
    [/TOO_MANY_REDIRECTS/, 'it redirects in a circle'],
    [/INVALID_RESPONSE|INVALID_HTTP|RESPONSE_HEADERS/, 'its answer is no HTTP that a browser understands'],
    [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/, 'its answer broke off'],
    [/ADDRESS_INVALID|UNSAFE_PORT|INVALID_URL/, 'browsers do not go to that address'],
  ];
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
  return known === undefined ? code : `${known} (${code})`;
}

function addressOf(url: string): { host: string; hostname: string; port: number } {
  const parsed = parseUrl(url);
  if (parsed === null) return { host: url, hostname: url, port: 0 };
  const port = Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80));
  return { host: parsed.host, hostname: parsed.hostname.replace(/^\[|\]$/g, ''), port };
}
