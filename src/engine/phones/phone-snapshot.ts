import { shorten } from '../../kernel/text.ts';
import { nameOf } from '../scene/names.ts';
import { bounded, renderScene } from '../scene/render.ts';
import type { Mask } from './mask.ts';
import { sceneOfTree, scrolledSceneOf } from './phone-scene.ts';
import type { UiTree } from './ui-node.ts';

const maxCharacters = 60_000;
const maxNames = 5;

/** The screen as text, with what else there is by scrolling where the platform says so. */
export function phoneSnapshot(tree: UiTree, mask: Mask): string {
  const lines = renderScene(mask.scene(sceneOfTree(tree)));
  if (lines.length === 0) return '- (the screen shows nothing that can be named)';
  return bounded([...lines, ...furtherOn(tree, mask)].join('\n'), maxCharacters);
}

function furtherOn(tree: UiTree, mask: Mask): string[] {
  const hidden = tree.nodes.filter(
    ({ isOffScreen, parent }) => isOffScreen && parent !== null && !parent.isOffScreen,
  );
  if (hidden.length === 0) return [];
  const scene = mask.scene(scrolledSceneOf(tree));
  const names = hidden
    .flatMap(({ index }) => scene.things[index] ?? [])
    .map((thing) => nameOf(scene, thing))
    .filter((name) => name !== '');
  if (names.length === 0) return [];
  const first = names.slice(0, maxNames).map((name) => JSON.stringify(shorten(name, 60)));
  const more = names.length > first.length ? ' …' : '';
  return [`- (${names.length} more by scrolling: ${first.join(', ')}${more})`];
}
