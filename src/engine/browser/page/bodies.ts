import type { BrowserContext, Page } from 'playwright-core';

interface Body {
  bytes: number;
  movedAtMs: number | null;
}

/** More than these are not under way at the same time. */
const maxBodies = 500;

/** The bodies of answers, by address: of one that no script reads the browser never says that it is there. */
export function observeBodies(context: BrowserContext) {
  const bodies = new Map<string, Body>();

  function begin(url: string): Body {
    const body = { bytes: 0, movedAtMs: null };
    bodies.delete(url);
    bodies.set(url, body);
    for (const oldest of bodies.keys()) {
      if (bodies.size <= maxBodies) break;
      bodies.delete(oldest);
    }
    return body;
  }

  async function observe(page: Page): Promise<void> {
    const ofRequests = new Map<string, Body>();
    const session = await context.newCDPSession(page);
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'XHR' || type === 'Fetch') ofRequests.set(requestId, begin(response.url));
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const body = ofRequests.get(requestId);
      if (body === undefined) return;
      body.bytes += dataLength;
      body.movedAtMs = performance.now();
    });
    for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
      session.on(event, ({ requestId }) => void ofRequests.delete(requestId));
    // Nobody asks this session for the bodies themselves.
    await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  }

  // A page that goes meanwhile has no bodies.
  const onPage = (page: Page) => void observe(page).catch(() => undefined);
  context.on('page', onPage);
  for (const page of context.pages()) onPage(page);

  return {
    /** When the last part of it came, by `performance.now()`; null where none has come yet. */
    movedAtMs: (url: string) => bodies.get(url)?.movedAtMs ?? null,
    /** How many bytes have come, unpacked. */
    received: (url: string) => bodies.get(url)?.bytes ?? 0,
  };
}
