import type { CDPSession, Frame, Page } from 'playwright-core';
import { ExecutionFailure } from '../../report.ts';
import type { Written } from '../in-page/field-content.ts';
import type { Insertion } from '../in-page/field-functions.ts';
import type { PageScene } from '../in-page/scene-pass.ts';
import type { TextSource } from '../in-page/secret-fields.ts';
import type { ElementPath, ScrollDirection } from '../in-page/viewing.ts';
import { type AskPage, createAskPage, type PageTimes } from './ask-page.ts';
import { libraryName, librarySource } from './library.ts';
import type { ElementSpot, FrameLook } from './scene.ts';

/** Our own code in each frame of a page, in a world apart from the page's scripts. */
export interface PageWorld {
  /** The whole page as it is now, with its frames. */
  look(maxMs?: number): Promise<FrameLook>;
  /** For an element that a look has shown; null when it has gone. */
  pathTo(spot: ElementSpot, point?: { x: number; y: number } | null): Promise<ElementPath | null>;
  /** Whether a click there reaches it. */
  isHitAt(spot: ElementSpot, point: { x: number; y: number }): Promise<boolean>;
  checkedNow(spot: ElementSpot): Promise<boolean | null>;
  optionsNow(spot: ElementSpot): Promise<string[] | null>;
  /** Remembers in the page what a field holds, until the next; false for what can't be read like a field. */
  noteContent(spot: ElementSpot): Promise<boolean>;
  /** What became of a text since then; null when the field has gone. */
  written(spot: ElementSpot, insertion: Insertion, isSecret: boolean): Promise<Written | null>;
  /** False when there was nothing left to scroll. */
  scroll(frame: Frame, direction: ScrollDirection): Promise<boolean>;
  /** Of the document that is in the frame now; null for one of no host. */
  origin(frame: Frame): Promise<string | null>;
  /** The frame that keys go to; null where the page does not say which. */
  frameInFocus(): Promise<Frame | null>;
  /** Whether a secret is typed into an element, or into what has the focus in a frame. */
  markSecret(at: ElementSpot | Frame, isSecret: boolean): Promise<void>;
  /** The fields that the keys for copying would take a text from in a frame, or one field. */
  textSources(at: ElementSpot | Frame): Promise<TextSource[]>;
  /** From now on what a drag out of that frame carries is noted, for `draggedTexts`. */
  watchDrag(frame: Frame): Promise<void>;
  draggedTexts(frame: Frame): Promise<string[]>;
  /** Whether any of these texts is in any frame; true also where the page does not say. */
  shows(secrets: readonly string[]): Promise<boolean>;
  /** One turn to the page and back: what it has sent until then has arrived. */
  touch(): Promise<void>;
  /** The viewport as it is shown, as a PNG. */
  picture(): Promise<Buffer>;
  /** The same as a JPEG, asked for once: the browser forgets it when the page is replaced. */
  glimpse(quality: number): Promise<Buffer>;
  /** What an expression comes to in our world of a frame, once it has. */
  evaluate<T>(frame: Frame, expression: string, maxMs: number): Promise<T>;
  /** For what goes by Playwright. */
  readonly ask: AskPage;
}

interface FrameSession {
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
const lookPatience: PageTimes = { maxMs: responseMs, againAfterMs: 5_000, pages: 4 };
/** A picture of one is forgotten. */
const picturePatience = { maxMs: responseMs, againAfterMs: 1_000, replacedGraceMs: 50 };
/** Of what nobody looks at. */
const touchPatience: PageTimes = { maxMs: 2_000 };
/** A frame that is still on its way is silent; the page around it is not held up for it. */
const frameResponseMs = 1_000;

/**
 * Goes by the DevTools protocol, since what goes by Playwright's `evaluate` is taken down in the trace, with two copies
 * of the page each: 30 ms instead of 2.
 */
export function createPageWorld(page: Page): PageWorld {
  const sessions = new Map<Frame, Promise<CDPSession | null>>();
  const frameSessions = new Map<Frame, Promise<FrameSession>>();
  const worlds = new Map<Frame, Promise<World>>();
  /** Which frame each frame element shows, by the number that it keeps. */
  const shownFrames = new Map<string, Promise<string | null>>();

  const silent = new WeakSet<Frame>();
  const ask = createAskPage(page);

  page.on('framedetached', forget);
  page.on('framenavigated', (frame) => silent.delete(frame));

  function forget(frame: Frame): void {
    sessions.delete(frame);
    frameSessions.delete(frame);
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
    return ask(frame, answer, { ...patience, ...withinFrame, isFinal }).catch((error) => {
      if (isWithin && error instanceof ExecutionFailure) silent.add(frame);
      throw error;
    });
  }

  function callOn<T>({ frame, look, index }: ElementSpot, method: string, more: object = {}): Promise<T> {
    return call(frame, method, { look, index, ...more });
  }

  const isFinal = (error: unknown) => error instanceof ScriptFault;

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
    const { session, frameId } = await remembered(frameSessions, frame, sessionOf);
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'gantry',
    });
    return { session, contextId: executionContextId, hasLibrary: false };
  }

  async function sessionOf(frame: Frame): Promise<FrameSession> {
    const own = await remembered(sessions, frame, ownSession);
    if (own !== null) {
      const { frameTree } = await own.send('Page.getFrameTree');
      return { session: own, frameId: frameTree.frame.id };
    }
    const around = frame.parentFrame();
    if (around === null) throw new Error('The frame has gone.');
    const { session, frameId } = await remembered(frameSessions, around, sessionOf);
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

  async function look(maxMs = responseMs): Promise<FrameLook> {
    const main = page.mainFrame();
    const [first, ...others] = await Promise.all(
      page.frames().map(async (frame) => {
        const patience = { ...lookPatience, maxMs };
        // A frame within may go; the page itself has to answer.
        const scene = call<string>(frame, 'sceneText', undefined, patience).then(
          (text) => JSON.parse(text) as PageScene,
        );
        return { frame, scene: frame === main ? await scene : await scene.catch(() => null) };
      }),
    );
    if (first === undefined || first.scene === null) throw new Error('The page has gone.');
    const scenes = new Map<Frame, PageScene>([[first.frame, first.scene]]);
    for (const other of others) if (other.scene !== null) scenes.set(other.frame, other.scene);
    return assemble(main, scenes);
  }

  async function assemble(frame: Frame, scenes: ReadonlyMap<Frame, PageScene>): Promise<FrameLook> {
    const own = scenes.get(frame);
    if (own === undefined) throw new Error('The frame shows nothing.');
    const inner = frame.childFrames().filter((child) => scenes.has(child));
    const within = new Map<number, FrameLook>();
    const unplaced: FrameLook[] = [];
    if (inner.length === 0) return { frame, scene: own, within, unplaced };
    const shown = await Promise.all(
      own.frames.map(async ([index, , , number]) => ({ index, id: await shownIn(frame, number) })),
    );
    for (const child of inner) {
      const look = await assemble(child, scenes);
      const id = await idOf(child);
      const place = shown.find((one) => one.id !== null && one.id === id);
      if (place !== undefined) within.set(place.index, look);
      else if (id === null) unplaced.push(look);
    }
    return { frame, scene: own, within, unplaced };
  }

  async function frameInFocus(): Promise<Frame | null> {
    let frame = page.mainFrame();
    for (;;) {
      const number = await call<number | null>(frame, 'frameInFocus');
      if (number === null) return frame;
      const id = await shownIn(frame, number);
      const ids = await Promise.all(
        frame.childFrames().map(async (child) => ({ child, id: await idOf(child) })),
      );
      const inner = ids.find((one) => id !== null && one.id === id);
      if (inner === undefined) return null;
      frame = inner.child;
    }
  }

  function idOf(frame: Frame): Promise<string | null> {
    return remembered(frameSessions, frame, sessionOf).then(
      ({ frameId }) => frameId,
      () => null,
    );
  }

  /** The browser's name of the frame that a frame element shows. */
  function shownIn(frame: Frame, number: number): Promise<string | null> {
    const find = async () => {
      const { session, contextId } = await remembered(worlds, frame, enter);
      const { result } = await session.send('Runtime.evaluate', {
        expression: `${libraryName}.frameElement(${number})`,
        contextId,
      });
      if (result.objectId === undefined) return null;
      const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
      void session.send('Runtime.releaseObject', { objectId: result.objectId }).catch(() => undefined);
      return node.frameId ?? null;
    };
    return remembered(worlds, frame, enter).then(({ contextId }) => {
      const key = `${contextId} ${number}`;
      let known = shownFrames.get(key);
      if (known === undefined) {
        known = find().catch(() => {
          shownFrames.delete(key);
          return null;
        });
        shownFrames.set(key, known);
      }
      return known;
    });
  }

  async function capture(kind: { format: 'png' } | { format: 'jpeg'; quality: number }): Promise<Buffer> {
    const { session } = await remembered(frameSessions, page.mainFrame(), sessionOf);
    const { data } = await session.send('Page.captureScreenshot', { ...kind, optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  }

  return {
    look,
    pathTo: (spot, point = null) => callOn(spot, 'pathTo', { point }),
    isHitAt: (spot, { x, y }) => callOn(spot, 'isHitAt', { x, y }),
    checkedNow: (spot) => callOn(spot, 'checkedNow'),
    optionsNow: (spot) => callOn(spot, 'optionsNow'),
    noteContent: (spot) => callOn(spot, 'noteContent'),
    written: (spot, insertion, isSecret) => callOn(spot, 'written', { ...insertion, isSecret }),
    scroll: (frame, direction) => call(frame, 'scroll', direction),
    origin: (frame) => call(frame, 'origin'),
    frameInFocus,
    markSecret: (at, isSecret) =>
      'look' in at ? callOn(at, 'markSecret', { isSecret }) : call(at, 'markSecret', { isSecret }),
    textSources: (at) => ('look' in at ? callOn(at, 'textSources') : call(at, 'textSources', null)),
    watchDrag: (frame) => call(frame, 'watchDrag'),
    draggedTexts: (frame) => call(frame, 'draggedTexts'),
    async shows(secrets) {
      const looks = page
        .frames()
        .map((frame) => call<boolean>(frame, 'shows', secrets).catch(() => frame === page.mainFrame()));
      return (await Promise.all(looks)).includes(true);
    },
    async touch() {
      await call(page.mainFrame(), 'title', undefined, touchPatience).catch(() => undefined);
    },
    picture: () => ask(page.mainFrame(), () => capture({ format: 'png' }), picturePatience),
    glimpse: (quality) => capture({ format: 'jpeg', quality }),
    evaluate: (frame, expression, maxMs) =>
      ask(frame, (isOver) => attempt(frame, expression, isOver), { maxMs, isFinal }),
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
  const answer = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    returnByValue: true,
    awaitPromise: true,
  });
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
