import type { CDPSession, Frame, Page } from 'playwright-core';
import { ExecutionFailure } from '../device.ts';
import { type AskPage, createAskPage, type Patience } from './ask-page.ts';
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
  /** Whether any of these texts is in any frame; true also where the page does not tell. */
  shows(secrets: readonly string[]): Promise<boolean>;
  /** One turn to the page and back: what it has told until then has arrived. */
  touch(): Promise<void>;
  /** The viewport as it is shown, as a PNG. */
  picture(): Promise<Buffer>;
  /** For what goes by Playwright. */
  readonly ask: AskPage;
}

interface Place {
  readonly session: CDPSession;
  readonly frameId: string;
}

interface World {
  readonly session: CDPSession;
  readonly contextId: number;
  hasLibrary: boolean;
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

const maxAttempts = 3;
/** A page whose script never ends answers nothing. */
export const responseMs = 15_000;
/** A look at a page that has been replaced is refused, and not forgotten: more of them at once would only slow it down. */
const lookPatience: Patience = { maxMs: responseMs, againAfterMs: 5_000, pages: 4 };
/** A picture of one is forgotten. */
const picturePatience = { maxMs: responseMs, againAfterMs: 1_000, replacedGraceMs: 50 };
/** Of what nobody looks at. */
const touchPatience: Patience = { maxMs: 2_000 };
/** A frame that is still on its way is silent; the page around it is not held up for it. */
const frameResponseMs = 1_000;

/**
 * Goes by the DevTools protocol, since what goes by Playwright's `evaluate` is taken down in the trace, with two copies
 * of the page each: 30 ms instead of 2.
 */
export function createPageWorld(page: Page): PageWorld {
  const sessions = new Map<Frame, Promise<CDPSession | null>>();
  const places = new Map<Frame, Promise<Place>>();
  const worlds = new Map<Frame, Promise<World>>();

  const silent = new WeakSet<Frame>();
  const ask = createAskPage(page);

  page.on('framedetached', forget);
  page.on('framenavigated', (frame) => silent.delete(frame));

  function forget(frame: Frame): void {
    sessions.delete(frame);
    places.delete(frame);
    worlds.delete(frame);
  }

  async function call<T>(
    frame: Frame,
    method: string,
    argument?: unknown,
    patience = lookPatience,
  ): Promise<T> {
    const given = argument === undefined ? '' : JSON.stringify(argument);
    const isWithin = frame !== page.mainFrame();
    if (isWithin && silent.has(frame)) throw new Error('The frame is silent.');
    let isWaiting = false;
    const answer = async (isOver: () => boolean) => {
      // Whatever has no answer goes by a way that may be dead.
      if (isWaiting) forget(frame);
      isWaiting = true;
      const value = await attempt<T>(frame, `${libraryName}.${method}(${given})`, isOver).finally(() => {
        isWaiting = false;
      });
      // It was only slow.
      silent.delete(frame);
      return value;
    };
    const withinFrame = isWithin && { maxMs: Math.min(patience.maxMs, frameResponseMs), pages: 1 };
    const isFinal = (error: unknown) => error instanceof ScriptFault;
    return ask(frame, answer, { ...patience, ...withinFrame, isFinal }).catch((error) => {
      if (isWithin && error instanceof ExecutionFailure) silent.add(frame);
      throw error;
    });
  }

  async function attempt<T>(frame: Frame, expression: string, isOver: () => boolean): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const world = await remembered(worlds, frame, enter);
        const whole = world.hasLibrary ? expression : `${librarySource}; ${expression}`;
        const value = await evaluate<T>(world, whole);
        world.hasLibrary = true;
        return value;
      } catch (error) {
        worlds.delete(frame);
        // A frame may move to another process when it goes to another site.
        if (tries > 1 && (frame !== page.mainFrame() || isSessionGone(error))) forget(frame);
        if (tries === maxAttempts || frame.isDetached() || isOver()) throw error;
      }
    }
  }

  async function enter(frame: Frame): Promise<World> {
    const { session, frameId } = await remembered(places, frame, placeOf);
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'gantry',
    });
    return { session, contextId: executionContextId, hasLibrary: false };
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
    look: (frame, query, maxMs = responseMs) => call(frame, 'look', query, { ...lookPatience, maxMs }),
    names: (frame, query) => call(frame, 'names', query),
    screen: (frame) => call(frame, 'screen'),
    scroll: (frame, direction) => call(frame, 'scroll', direction),
    origin: (frame) => call(frame, 'origin'),
    async shows(secrets) {
      const looks = page
        .frames()
        .map((frame) => call<boolean>(frame, 'shows', secrets).catch(() => frame === page.mainFrame()));
      return (await Promise.all(looks)).includes(true);
    },
    async touch() {
      await call(page.mainFrame(), 'normal', '', touchPatience).catch(() => undefined);
    },
    async picture() {
      const stillness = Promise.all(
        page.frames().map(async (frame) => {
          const isHeld = await call<boolean>(frame, 'holdStill', undefined, touchPatience).catch(() => true);
          return isHeld ? [frame] : [];
        }),
      );
      const capture = async () => {
        const { session } = await remembered(places, page.mainFrame(), placeOf);
        await stillness;
        const options = { format: 'png', optimizeForSpeed: true } as const;
        return (await session.send('Page.captureScreenshot', options)).data;
      };
      const data = await ask(page.mainFrame(), capture, picturePatience).finally(async () => {
        // Nobody waits for it: whatever is asked of the page next comes after it.
        for (const frame of (await stillness).flat())
          void call(frame, 'moveOn', undefined, touchPatience).catch(() => undefined);
      });
      return Buffer.from(data, 'base64');
    },
    ask,
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

/** Our own code in the page has thrown: it would again. */
class ScriptFault extends Error {
  override readonly name = 'ScriptFault';
}

function isSessionGone(error: unknown): boolean {
  return /has been closed|Session (closed|with given id not found)/.test(String(error));
}

async function evaluate<T>({ session, contextId }: World, expression: string): Promise<T> {
  const answer = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  const { exceptionDetails } = answer;
  if (exceptionDetails !== undefined)
    throw new ScriptFault(exceptionDetails.exception?.description ?? exceptionDetails.text);
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
