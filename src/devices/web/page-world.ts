import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { ExecutionFailure } from '../device.ts';
import type { PageQuery } from './in-page/matching.ts';
import type { Direction, MatchView } from './in-page/viewing.ts';
import { libraryName, librarySource } from './page-library.ts';

/** Our own eyes in each frame of a page, in a world apart from the page's scripts. */
export interface PageWorld {
  look(frame: Frame, query: PageQuery, maxMs?: number): Promise<MatchView>;
  names(frame: Frame, query: PageQuery): Promise<Array<{ role: string | null; name: string }>>;
  screen(frame: Frame): Promise<{ title: string; text: string }>;
  /** False when there was nothing left to scroll. */
  scroll(frame: Frame, direction: Direction): Promise<boolean>;
  /** Of the document that is in the frame now; null for one of no host. */
  origin(frame: Frame): Promise<string | null>;
  /** Whether any of these texts is in any frame. */
  shows(secrets: readonly string[]): Promise<boolean>;
  /** One turn to the page and back: what it has told until then has arrived. */
  touch(): Promise<void>;
  /** The viewport as it is shown, as a PNG. */
  picture(): Promise<Buffer>;
}

interface Place {
  readonly session: CDPSession;
  readonly frameId: string;
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

const maxAttempts = 3;
const maxCaptures = 10;
const captureAgainMs = 50;
/** A page whose script never ends answers nothing, nor does one that is about to be replaced. */
const responseMs = 15_000;
const touchMs = 2_000;
/** A frame that is still on its way is silent; the page around it is not held up for it. */
const frameResponseMs = 1_000;

/**
 * Goes by the DevTools protocol, since what goes by Playwright's `evaluate` is taken down in the trace, with two copies
 * of the page each: 30 ms instead of 2.
 */
export function createPageWorld(page: Page): PageWorld {
  const sessions = new Map<Frame, Promise<CDPSession | null>>();
  const places = new Map<Frame, Promise<Place>>();
  const worlds = new Map<Frame, Promise<{ session: CDPSession; contextId: number }>>();

  const silent = new WeakSet<Frame>();

  page.on('framedetached', forget);
  page.on('framenavigated', (frame) => silent.delete(frame));

  function forget(frame: Frame): void {
    sessions.delete(frame);
    places.delete(frame);
    worlds.delete(frame);
  }

  function call<T>(frame: Frame, method: string, argument?: unknown, maxMs = responseMs): Promise<T> {
    const given = argument === undefined ? '' : JSON.stringify(argument);
    const isWithin = frame !== page.mainFrame();
    if (isWithin && silent.has(frame)) return Promise.reject(new Error('The frame is silent.'));
    const limitMs = isWithin ? Math.min(maxMs, frameResponseMs) : maxMs;
    const answering = attempt<T>(frame, `${libraryName}.${method}(${given})`);
    return answered(page, limitMs, answering).catch((error) => {
      if (isWithin && error instanceof ExecutionFailure) {
        silent.add(frame);
        // It was only slow.
        answering.then(
          () => silent.delete(frame),
          () => undefined,
        );
      }
      throw error;
    });
  }

  async function attempt<T>(frame: Frame, expression: string): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { session, contextId } = await remembered(worlds, frame, enter);
        return await evaluate<T>(session, contextId, expression);
      } catch (error) {
        worlds.delete(frame);
        // A frame may move to another process when it goes to another site.
        if (tries > 1 && frame !== page.mainFrame()) forget(frame);
        if (tries === maxAttempts || frame.isDetached()) throw error;
      }
    }
  }

  async function enter(frame: Frame): Promise<{ session: CDPSession; contextId: number }> {
    const { session, frameId } = await remembered(places, frame, placeOf);
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'gantry',
    });
    await evaluate(session, executionContextId, librarySource);
    return { session, contextId: executionContextId };
  }

  async function placeOf(frame: Frame): Promise<Place> {
    const own = await remembered(sessions, frame, ownSession);
    if (own !== null) {
      const { frameTree } = await own.send('Page.getFrameTree');
      return { session: own, frameId: frameTree.frame.id };
    }
    const around = frame.parentFrame();
    if (around === null) throw new Error('The frame has gone.');
    const { session, frameId } = await remembered(places, around, placeOf);
    const siblings = [];
    for (const sibling of around.childFrames())
      if ((await remembered(sessions, sibling, ownSession)) === null) siblings.push(sibling);
    const { frameTree } = await session.send('Page.getFrameTree');
    const inside = branchOf(frameTree, frameId)?.childFrames?.[siblings.indexOf(frame)];
    if (inside === undefined) throw new Error('The frame has gone.');
    return { session, frameId: inside.frame.id };
  }

  /** Null for a frame in the process of the one around it, to which Playwright gives none. */
  function ownSession(frame: Frame): Promise<CDPSession | null> {
    const context = page.context();
    if (frame === page.mainFrame()) return context.newCDPSession(page);
    return context.newCDPSession(frame).catch(() => null);
  }

  return {
    look: (frame, query, maxMs) => call(frame, 'look', query, maxMs),
    names: (frame, query) => call(frame, 'names', query),
    screen: (frame) => call(frame, 'screen'),
    scroll: (frame, direction) => call(frame, 'scroll', direction),
    origin: (frame) => call(frame, 'origin'),
    async shows(secrets) {
      const looks = page.frames().map((frame) => call<boolean>(frame, 'shows', secrets).catch(() => false));
      return (await Promise.all(looks)).includes(true);
    },
    async touch() {
      await call(page.mainFrame(), 'normal', '', touchMs).catch(() => undefined);
    },
    async picture() {
      const { session } = await remembered(places, page.mainFrame(), placeOf);
      const frames = page.frames();
      await Promise.all(frames.map((frame) => call(frame, 'holdStill').catch(() => undefined)));
      const data = await answered(page, responseMs, capture(session));
      // Nobody waits for it: whatever is asked of the page next comes after it.
      for (const frame of frames) call(frame, 'moveOn').catch(() => undefined);
      return Buffer.from(data, 'base64');
    },
  };
}

function branchOf(tree: FrameTree, frameId: string): FrameTree | null {
  if (tree.frame.id === frameId) return tree;
  for (const child of tree.childFrames ?? []) {
    const found = branchOf(child, frameId);
    if (found !== null) return found;
  }
  return null;
}

/** The browser has nothing to take a picture of while one page takes the place of another. */
async function capture(session: CDPSession): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const options = { format: 'png', optimizeForSpeed: true } as const;
      return (await session.send('Page.captureScreenshot', options)).data;
    } catch (error) {
      if (tries === maxCaptures || !/Unable to capture/.test(String(error))) throw error;
      await sleep(captureAgainMs);
    }
  }
}

async function answered<T>(page: Page, maxMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const message = `The page ${page.url()} did not respond within ${maxMs / 1_000} s.`;
      reject(new ExecutionFailure('SITE_TIMEOUT', message));
    }, maxMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function evaluate<T>(session: CDPSession, contextId: number, expression: string): Promise<T> {
  const answer = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  const { exceptionDetails } = answer;
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return answer.result.value as T;
}

function remembered<T>(
  known: Map<Frame, Promise<T>>,
  frame: Frame,
  find: (frame: Frame) => Promise<T>,
): Promise<T> {
  let promise = known.get(frame);
  if (promise === undefined) {
    promise = find(frame);
    known.set(frame, promise);
    promise.catch(() => {
      if (known.get(frame) === promise) known.delete(frame);
    });
  }
  return promise;
}
