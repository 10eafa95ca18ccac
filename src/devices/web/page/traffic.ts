import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { createChangeNotifier } from './change-notifier.ts';

/** The requests of a run's pages: those under way, and which of them belong to the tested site. */
export interface Traffic {
  isTested(url: string): boolean;
  startedAtMs(request: Request): number;
  /** A document of this tab has been asked for and has not come yet. */
  pendingDocument(page: Page): Request | null;
  isBusy(): boolean;
  /** Resolves when no request of the tested site is under way any more, or after `maxMs`. */
  quiet(maxMs: number, signal: AbortSignal): Promise<void>;
  /** Resolves at the next change of anything here, or after `maxMs`. */
  change(maxMs: number, signal: AbortSignal): Promise<void>;
}

const waitedFor = new Set(['document', 'xhr', 'fetch']);
/** What is under way for longer is a long poll: nobody waits for its end. */
const longPollMs = 3_000;

export function observeTraffic(context: BrowserContext, targetUrl: string | null): Traffic {
  const origins = new Set(targetUrl === null ? [] : [originOf(targetUrl)]);
  const underWay = new Map<Request, number>();
  const started = new WeakMap<Request, number>();
  const documents = new Map<Page, Request>();
  const observed = new WeakSet<Page>();
  const changes = createChangeNotifier();
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
    if (!isStream(response)) return;
    underWay.delete(response.request());
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

  function end(request: Request): void {
    underWay.delete(request);
    for (const [page, document] of documents) if (document === request) documents.delete(page);
    changes.notify();
  }

  function busyRequests(): Request[] {
    const oldest = Date.now() - longPollMs;
    const pending = [...underWay].filter(([request, sinceMs]) => sinceMs > oldest && isTested(request.url()));
    return pending.map(([request]) => request);
  }

  function isTested(url: string): boolean {
    return origins.has(originOf(url));
  }

  return {
    isTested,
    startedAtMs: (request) => started.get(request) ?? Date.now(),
    pendingDocument: (page) => documents.get(page) ?? null,
    isBusy: () => busyRequests().length > 0,
    change: changes.wait,
    async quiet(maxMs, signal) {
      const deadline = Date.now() + maxMs;
      while (busyRequests().length > 0 && Date.now() < deadline && !signal.aborted)
        await changes.wait(Math.min(deadline - Date.now(), 250), signal);
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

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
