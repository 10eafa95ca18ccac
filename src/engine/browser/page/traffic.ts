import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { parseUrl } from '../../../kernel/url.ts';
import { observeBodies } from './bodies.ts';
import { createChangeNotifier } from './change-notifier.ts';

export type Traffic = ReturnType<typeof observeTraffic>;

/** The head of an answer. */
interface Head {
  readonly atMs: number;
  readonly length: number | null;
}

const waitedFor = new Set(['document', 'xhr', 'fetch']);
/** What is under way for longer is a long poll: nobody waits for its end. */
const longPollMs = 3_000;
/** An answer whose body does not move for so long is there, though nobody reads it: then the browser never says so. */
const bodyRestMs = 500;
/** So long after its head a body begins. */
const bodyStartMs = 1_000;
const busyPauseMs = 100;

/** The requests of a run's pages: those under way, and which of them belong to the tested site. */
export function observeTraffic(context: BrowserContext, targetUrl: string | null) {
  const origins = new Set(targetUrl === null ? [] : [originOf(targetUrl)]);
  const underWay = new Map<Request, number>();
  const started = new WeakMap<Request, number>();
  const documents = new Map<Page, Request>();
  const observed = new WeakSet<Page>();
  const heads = new WeakMap<Request, Head>();
  const bodies = observeBodies(context);
  const changes = createChangeNotifier();
  let answers = 0;
  let first: Request | null = null;

  context.on('request', (request) => {
    started.set(request, Date.now());
    if (waitedFor.has(request.resourceType())) underWay.set(request, Date.now());
    if (!request.isNavigationRequest()) return;
    const page = tabOf(request);
    if (page !== null) {
      if (!observed.has(page)) observe(page);
      documents.set(page, request);
    }
    const isFirst = first === null || request.redirectedFrom() === first;
    if (!isFirst || page === null) return;
    first = request;
    origins.add(originOf(request.url()));
  });
  context.on('response', (response) => {
    const request = response.request();
    if (isStream(response)) underWay.delete(request);
    else heads.set(request, { atMs: performance.now(), length: lengthOf(response) });
    noteAnswer(request);
    changes.notify();
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);

  function observe(page: Page): void {
    observed.add(page);
    for (const event of ['domcontentloaded', 'close'] as const)
      page.on(event as 'close', () => {
        documents.delete(page);
        changes.notify();
      });
  }

  function noteAnswer(request: Request): void {
    if (waitedFor.has(request.resourceType()) && isTested(request.url())) answers += 1;
  }

  function end(request: Request): void {
    noteAnswer(request);
    underWay.delete(request);
    for (const [page, document] of documents) if (document === request) documents.delete(page);
    changes.notify();
  }

  /** Whether one that began since then is under way, by `Date.now()`. */
  function isBusySince(atMs: number): boolean {
    const oldest = Date.now() - longPollMs;
    for (const [request, sinceMs] of underWay) {
      if (sinceMs <= oldest) underWay.delete(request);
      else if (sinceMs > atMs && isTested(request.url()) && !isAnswered(request)) return true;
    }
    return false;
  }

  /** Documents are read by the browser itself, which says when they are there. */
  function isAnswered(request: Request): boolean {
    const head = heads.get(request);
    if (head === undefined || request.isNavigationRequest()) return false;
    const url = request.url();
    if (head.length !== null && bodies.received(url) >= head.length) return true;
    const movedAtMs = bodies.movedAtMs(url);
    const nowMs = performance.now();
    return movedAtMs === null ? nowMs - head.atMs >= bodyStartMs : nowMs - movedAtMs >= bodyRestMs;
  }

  function isTested(url: string): boolean {
    return origins.has(originOf(url));
  }

  return {
    isTested,
    startedAtMs: (request: Request) => started.get(request) ?? Date.now(),
    /** A document of this tab has been asked for and has not come yet. */
    pendingDocument: (page: Page) => documents.get(page) ?? null,
    isBusy: () => isBusySince(0),
    isBusySince,
    /** How often the tested site has answered so far; an answer counts when its head comes, and again at its end. */
    answers: () => answers,
    /** Resolves at the next change of anything here, or after `maxMs`. */
    change: changes.wait,
    /** Resolves when no request of the tested site is under way any more, or after `maxMs`; calls `meanwhile` again and again. */
    async quiet(maxMs: number, signal: AbortSignal, meanwhile: () => Promise<void>) {
      const deadline = Date.now() + maxMs;
      while (isBusySince(0) && Date.now() < deadline && !signal.aborted) {
        await changes.wait(Math.min(deadline - Date.now(), busyPauseMs), signal);
        if (isBusySince(0)) await meanwhile();
      }
    },
  };
}

/** The tab whose main frame asks for a document; null for a frame within, or a tab that is not there yet. */
export function tabOf(request: Request): Page | null {
  if (!request.isNavigationRequest()) return null;
  try {
    const frame = request.frame();
    return frame.parentFrame() === null ? frame.page() : null;
  } catch {
    return null;
  }
}

function isStream(response: Response): boolean {
  return (response.headers()['content-type'] ?? '').startsWith('text/event-stream');
}

/** Null where the answer does not say how long it is, or is packed. */
function lengthOf(response: Response): number | null {
  const { 'content-length': length = '', 'content-encoding': packing } = response.headers();
  return packing === undefined && /^\d+$/.test(length) ? Number(length) : null;
}

function originOf(url: string): string {
  return parseUrl(url)?.origin ?? url;
}
