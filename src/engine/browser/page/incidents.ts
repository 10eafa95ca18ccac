import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from 'playwright-core';
import { oneLine } from '../../../kernel/text.ts';
import { parseUrl } from '../../../kernel/url.ts';
import { within } from '../../../kernel/within.ts';
import type { Incident } from '../../acting/device.ts';
import { reasonFor } from './navigation-failure.ts';
import type { Traffic } from './traffic.ts';

const maxIncidents = 200;
const maxMessageLength = 500;

/** Its answer may still be on its way from the browser. */
interface Observed extends Omit<Incident, 'answer'> {
  answer: Promise<string | null> | null;
}

/** Collects what goes wrong on the tested site; `mask` covers what is secret. */
export function observeIncidents(
  context: BrowserContext,
  traffic: Traffic,
  mask: (text: string) => string,
): () => Promise<Incident[]> {
  let incidents: Observed[] = [];
  let reported = 0;

  context.on('response', (response) => {
    const request = response.request();
    if (response.status() < 400 || !isOfInterest(request)) return;
    if (isProxyAnswer(response)) {
      add(failed(request, 'no connection was established'));
      return;
    }
    const { method, path } = nameOf(request);
    const status = response.status();
    const observed = add(ofRequest(request, 'answer', `${method} ${path} answered ${status}.`, status));
    if (observed !== null && status >= 500) observed.answer = answerText(response, mask);
  });
  context.on('requestfailed', (request) => {
    const errorText = request.failure()?.errorText ?? '';
    // Leaving a page or cancelling a request ends it; an error answer without a text is an answer.
    if (/ERR_ABORTED|ERR_BLOCKED|ERR_HTTP_RESPONSE_CODE/.test(errorText) || !isOfInterest(request)) return;
    add(failed(request, reasonFor(errorText)));
  });
  context.on('console', (line) => {
    if (line.type() !== 'error' || isEcho(line)) return;
    const url = line.location().url || line.page()?.url() || '';
    if (traffic.isTested(url)) add(written(`The console says: ${line.text()}`, url));
  });
  context.on('weberror', (webError) => {
    const url = sourceOf(webError);
    if (traffic.isTested(url)) add(written(`A script failed: ${webError.error().message}`, url));
  });

  /** Null when it is known already, or there are too many. */
  function add(incident: Omit<Incident, 'answer'>): Observed | null {
    const message = mask(incident.message).slice(0, maxMessageLength);
    const masked = { ...incident, message, url: incident.url === null ? null : mask(incident.url) };
    const isKnown = incidents.some((one) => one.message === message && one.url === masked.url);
    if (isKnown || reported >= maxIncidents) return null;
    reported += 1;
    const observed: Observed = { ...masked, answer: null };
    incidents.push(observed);
    return observed;
  }

  function isOfInterest(request: Request): boolean {
    return traffic.isTested(request.url()) && !/\/favicon\.ico$/.test(nameOf(request).path);
  }

  function failed(request: Request, reason: string): Omit<Incident, 'answer'> {
    const { method, path } = nameOf(request);
    return ofRequest(request, 'request', `${method} ${path} failed: ${reason}.`, null);
  }

  function ofRequest(
    request: Request,
    kind: Incident['kind'],
    message: string,
    status: number | null,
  ): Omit<Incident, 'answer'> {
    return { kind, message, url: request.url(), status, atMs: traffic.startedAtMs(request) };
  }

  return async () => {
    const since = incidents;
    incidents = [];
    return Promise.all(since.map(async (one) => ({ ...one, answer: await one.answer })));
  };
}

/** The proxy says so where it has no answer of the site to hand on. */
export function isProxyAnswer(response: Response): boolean {
  return /^gantry;/.test(response.headers()['proxy-status'] ?? '');
}

function written(message: string, url: string): Omit<Incident, 'answer'> {
  return { kind: 'console', message, url, status: null, atMs: Date.now() };
}

/** The browser repeats there what is recorded as a request already. */
function isEcho(line: ConsoleMessage): boolean {
  return /^Failed to load resource/.test(line.text());
}

function sourceOf(webError: WebError): string {
  const inStack = /\bhttps?:\/\/[^\s)]+/.exec(webError.error().stack ?? '')?.[0];
  return inStack ?? webError.page()?.url() ?? '';
}

function nameOf(request: Request): { method: string; path: string } {
  const url = request.url();
  return { method: request.method(), path: parseUrl(url)?.pathname ?? url };
}

/** Larger ones are not fetched from the browser; what is packed may be a thousand times as large. */
const maxBytes = 65_536;
const maxPackedBytes = 8_192;
const patienceMs = 1_000;
const maxRead = 4_096;
const maxShown = 300;
const readable = /^(?:text\/|application\/(?:[\w.+-]*\b)?(?:json|xml|javascript)\b)/i;

/** How the body of an answer begins, in one line; null where it is no text, too large, or does not come. Never throws. */
async function answerText(response: Response, mask: (text: string) => string): Promise<string | null> {
  if (!readable.test(response.headers()['content-type'] ?? '')) return null;
  const text = await within(patienceMs, bodyOf(response), () => null).catch(() => null);
  if (text === null) return null;
  // Half a secret is one still: it is covered before the text is cut.
  const covered = mask(text).slice(0, maxRead);
  const words = oneLine(isMarkup(response) ? covered.replace(/<[^<>]*>/g, ' ') : covered);
  return words === '' ? null : words.length <= maxShown ? words : `${words.slice(0, maxShown)}…`;
}

async function bodyOf(response: Response): Promise<string | null> {
  await response.finished();
  const { responseBodySize } = await response.request().sizes();
  const isPacked = response.headers()['content-encoding'] !== undefined;
  return responseBodySize <= (isPacked ? maxPackedBytes : maxBytes) ? response.text() : null;
}

function isMarkup(response: Response): boolean {
  return /html|xml/i.test(response.headers()['content-type'] ?? '');
}
