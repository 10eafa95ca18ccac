import type { UiNode, UiTree } from './ui-node.ts';

/** What can be read on the screen, one line for each element that says something, from top to bottom. */
export function screenLines(tree: UiTree): string[] {
  return linesOf(tree.root);
}

/** What an element says with all that is in it. */
export function textOf(node: UiNode): string {
  const lines = linesOf(node).join(' ');
  const own = ownText(node);
  return lines === '' || own.includes(lines) ? own : lines;
}

/**
 * A container often repeats what is in it, a button its own label: what an element says itself counts only where
 * nothing in it says anything. What a field holds is its value and no text of the screen.
 */
function linesOf(node: UiNode): string[] {
  if (node.isKey || node.role === 'field') return [];
  const inner = node.children.flatMap(linesOf);
  if (inner.length > 0 || !node.isVisible) return inner;
  const own = ownText(node);
  return own === '' ? [] : [own];
}

/** Frameworks that draw by themselves put every text into the description; that of a picture is no text. */
function ownText(node: UiNode): string {
  const isSpoken =
    node.text === '' && node.role !== 'image' && node.resourceId === '' && node.kind !== 'Window';
  return squeeze(node.text || (isSpoken && node.isVisible ? node.accessibilityId : ''));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
