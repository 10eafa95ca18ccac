import { nameOf } from '../../scene/names.ts';
import { isHolding } from '../../scene/roles.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { thingInWords } from '../../scene/wording.ts';
import { ExecutionFailure } from '../device.ts';
import type { Cover } from './cover.ts';
import { readHierarchy } from './hierarchy.ts';
import { sceneOfTree } from './phone-scene.ts';
import { createReferences } from './references.ts';
import type { AppiumSession } from './session.ts';
import type { UiTree } from './ui-node.ts';
import { UnreadableXml } from './xml.ts';

/** A phone as its actions see it. */
export interface View {
  readonly session: AppiumSession;
  readonly cover: Cover;
  /** The app under test, where it is known by a name. */
  readonly appId: string | null;
  look(signal: AbortSignal): Promise<UiTree>;
  /** The tree that was looked at last. */
  lastSeen(): UiTree | null;
  /** Notes what a snapshot has called things by, for those who come back with its references. */
  noteShown(tree: UiTree): void;
  /** What a snapshot has shown in its place, if that was something else: a list puts other rows in old places. */
  shownBefore(tree: UiTree, thing: Thing): string | null;
  /** `the button "Save"` */
  inWords(tree: UiTree, thing: Thing): string;
}

export function createView(session: AppiumSession, cover: Cover, appId: string | null): View {
  const references = createReferences();
  let last: UiTree | null = null;
  let shown = new Map<string, string>();
  return {
    session,
    cover,
    appId,
    lastSeen: () => last,
    noteShown(tree) {
      const scene = sceneOfTree(tree);
      const named = scene.things.filter((thing) => thing.isVisible && isToldApart(scene, thing));
      shown = new Map(named.map(({ key, index }) => [key, inWords(tree, index)]));
    },
    shownBefore(tree, { key, index }) {
      const before = shown.get(key);
      return before === undefined || before === inWords(tree, index) ? null : before;
    },
    inWords: (tree, { index }) => inWords(tree, index),
    async look(signal) {
      const source = await session.call(signal, (client) => client.getPageSource());
      if (last?.source === source) return last;
      try {
        last = readHierarchy(source, session.platform, references);
      } catch (error) {
        if (!(error instanceof UnreadableXml)) throw error;
        throw new ExecutionFailure(
          'SCREEN_UNREADABLE',
          `What the phone's driver says of the screen can't be read: ${error.message}.`,
          {
            cause: error,
          },
        );
      }
      return last;
    },
  };

  function inWords(tree: UiTree, index: number): string {
    const scene = cover.scene(sceneOfTree(tree));
    const thing = scene.things[index];
    return thing === undefined ? 'the thing' : cover.text(thingInWords(scene, thing));
  }
}

/** A field is itself whatever is typed into it, and so is what has no name. */
function isToldApart(scene: Scene, thing: Thing): boolean {
  return (thing.role !== null || thing.isClickable) && !isHolding(thing) && nameOf(scene, thing) !== '';
}
