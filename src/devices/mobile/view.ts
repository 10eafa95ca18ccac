import { ExecutionFailure } from '../device.ts';
import type { Cover } from './cover.ts';
import { readHierarchy } from './hierarchy.ts';
import { createReferences } from './references.ts';
import type { AppiumSession } from './session.ts';
import type { UiNode, UiTree } from './ui-node.ts';
import { nodeInWords } from './wording.ts';
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
  /** Whether the snapshot that gave the reference showed something else there; a list puts other rows in old places. */
  wasShownOtherwise(node: UiNode): string | null;
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
      shown = new Map(tree.nodes.filter(isFixed).map((node) => [node.ref, nodeInWords(node, cover)]));
    },
    wasShownOtherwise(node) {
      const before = shown.get(node.ref);
      return before === undefined || before === nodeInWords(node, cover) ? null : before;
    },
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
}

/** A field is itself whatever is typed into it, and so is what has no name. */
function isFixed({ role, name, isVisible }: UiNode): boolean {
  return isVisible && name !== '' && role !== 'field' && role !== 'dropdown';
}
