import { ExecutionFailure } from '../report.ts';
import { nameOf } from '../scene/names.ts';
import { isHolding } from '../scene/roles.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { thingInWords } from '../scene/wording.ts';
import { readHierarchy } from './hierarchy.ts';
import type { Mask } from './mask.ts';
import { sceneOfTree } from './phone-scene.ts';
import { createReferences } from './references.ts';
import type { AppiumSession } from './session.ts';
import { createSystemAlerts, type SystemAlert } from './system-alert.ts';
import type { UiTree } from './ui-node.ts';
import { UnreadableXml } from './xml.ts';

/** A phone as its actions see it. */
export interface PhoneView {
  /** As actions use it. */
  readonly session: AppiumSession;
  /** How many of their commands there have been. */
  commands(): number;
  /** How many requests to the phone's server, looks at the screen included. */
  requests(): number;
  readonly mask: Mask;
  /** The app under test, where it is known by a name. */
  readonly appId: string | null;
  readonly restoring: ReturnType<typeof createRestoring>;
  look(signal: AbortSignal): Promise<UiTree>;
  /**
   * Asks whether an alert of the system covers the app, for a caller that misses something. If so, the next look shows it.
   * A caller may ask again and again: the driver is asked once a second.
   */
  noticeAlert(signal: AbortSignal, more?: { isUrgent: boolean }): Promise<boolean>;
  /** The tree that was looked at last. */
  lastSeen(): UiTree | null;
  /** Notes what a snapshot has called things by, for those who come back with its references. */
  noteShown(tree: UiTree): void;
  /** What a snapshot has shown in its place, if that was something else: a list puts other rows in old places. */
  shownBefore(tree: UiTree, thing: Thing): string | null;
  /** `the button "Save"` */
  inWords(tree: UiTree, thing: Thing): string;
}

/** `onTree` is called at each look that somebody takes. */
export function createPhoneView(
  given: AppiumSession,
  mask: Mask,
  appId: string | null,
  onTree: (tree: UiTree, signal: AbortSignal) => Promise<void>,
): PhoneView {
  const requests = countingCalls(given);
  const { session } = requests;
  const commands = countingCalls(session);
  const references = createReferences();
  const alerts = createSystemAlerts(session);
  let last: UiTree | null = null;
  let read: { source: string; alert: SystemAlert | null } = { source: '', alert: null };
  let shown = new Map<string, string>();
  return {
    session: commands.session,
    commands: commands.count,
    requests: requests.count,
    mask,
    appId,
    restoring: createRestoring(),
    lastSeen: () => last,
    noteShown(tree) {
      const scene = sceneOfTree(tree);
      const named = scene.things.filter((thing) => thing.isVisible && isDistinct(scene, thing));
      shown = new Map(named.map(({ key, index }) => [key, inWords(tree, index)]));
    },
    shownBefore(tree, { key, index }) {
      const before = shown.get(key);
      return before === undefined || before === inWords(tree, index) ? null : before;
    },
    inWords: (tree, { index }) => inWords(tree, index),
    noticeAlert: async (signal, { isUrgent } = { isUrgent: false }) =>
      last !== null && alerts.notice(last, signal, isUrgent),
    async look(signal) {
      const tree = await readScreen(signal);
      await onTree(tree, signal);
      return tree;
    },
  };

  async function readScreen(signal: AbortSignal): Promise<UiTree> {
    const source = await session.call(signal, (client) => client.getPageSource());
    try {
      const treeWith = (alert: SystemAlert | null) =>
        readHierarchy(source, session.platform, references, alert);
      const alert = await alerts.current(() => treeWith(null), signal);
      if (last !== null && read.source === source && read.alert === alert) return last;
      last = treeWith(alert);
      read = { source, alert };
    } catch (error) {
      if (!(error instanceof UnreadableXml)) throw error;
      throw new ExecutionFailure(
        'SCREEN_UNREADABLE',
        `The screen that the phone's driver reported can't be read: ${error.message}.`,
        {
          cause: error,
        },
      );
    }
    return last;
  }

  function inWords(tree: UiTree, index: number): string {
    const scene = mask.scene(sceneOfTree(tree));
    const thing = scene.things[index];
    return thing === undefined ? 'the thing' : mask.text(thingInWords(scene, thing));
  }
}

function countingCalls(session: AppiumSession): { session: AppiumSession; count(): number } {
  let count = 0;
  return {
    count: () => count,
    session: {
      ...session,
      call(signal, command) {
        count += 1;
        return session.call(signal, command);
      },
    },
  };
}

/** A field is itself whatever is typed into it, and so is what has no name. */
function isDistinct(scene: Scene, thing: Thing): boolean {
  return (thing.role !== null || thing.isClickable) && !isHolding(thing) && nameOf(scene, thing) !== '';
}

type Undo = (signal: AbortSignal) => Promise<unknown>;

/** All of it together: the phone has other runs to do. */
const timeoutMs = 15_000;

/** What a run has changed on the phone itself, and how it is put back: the next run must not start without a network. */
function createRestoring() {
  const undos = new Map<string, Undo>();
  return {
    /** What is changed again is put back once, as it was first. */
    note(what: string, undo: Undo) {
      if (!undos.has(what)) undos.set(what, undo);
    },
    isNoted: (what: string) => undos.has(what),
    /** Never throws: a phone that is lost can't be put right, and one that refuses stays as it is. */
    async restore() {
      const signal = AbortSignal.timeout(timeoutMs);
      for (const undo of undos.values()) await undo(signal).catch(() => undefined);
      undos.clear();
    },
  };
}
