import type { Role } from '../device.ts';
import { ancestorsOf, subtreeOf, type UiNode } from './ui-node.ts';

/** Phones have fewer kinds of things than people have words: what else may be meant by one. */
const alsoMeant: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  button: ['tab', 'menu item', 'link', 'image', 'dropdown'],
  link: ['button'],
  checkbox: ['switch', 'radio'],
  radio: ['checkbox'],
  switch: ['checkbox'],
  option: ['list item', 'row', 'radio', 'checkbox', 'menu item', 'button'],
  tab: ['button', 'radio'],
  'menu item': ['list item', 'row', 'button'],
  row: ['list item', 'cell'],
  cell: ['row', 'list item'],
  'list item': ['row', 'cell'],
};
const controls: ReadonlySet<Role> = new Set(['field', 'checkbox', 'radio', 'switch', 'dropdown', 'slider']);
const items: ReadonlySet<Role> = new Set(['row', 'cell', 'list item']);
const tapped: ReadonlySet<Role> = new Set(['button', 'link', 'tab', 'menu item', 'option']);
/** A label and what it belongs to are seldom farther apart. */
const maxLevelsUp = 4;

/** Each way to see a named element as one of the wanted roles, the closest first. */
export const fits: ReadonlyArray<(node: UiNode, wanted: readonly Role[]) => UiNode | null> = [
  (node, wanted) => (node.role !== null && wanted.includes(node.role) ? node : null),
  (node, wanted) => (isMeant(node, wanted) ? node : null),
  aroundIt,
  besideIt,
];

export function isItem(node: UiNode): boolean {
  return node.role !== null && items.has(node.role);
}

/** What a finger does something to. */
export function isInteractive(node: UiNode): boolean {
  return node.isClickable || (node.role !== null && (controls.has(node.role) || tapped.has(node.role)));
}

function isMeant(node: UiNode, wanted: readonly Role[]): boolean {
  return wanted.some((role) => {
    if (node.role !== null) return alsoMeant[role]?.includes(node.role) === true;
    return role === 'heading' ? node.text !== '' : tapped.has(role) && node.isClickable;
  });
}

/** The row, button or dialog that the name stands in. */
function aroundIt(node: UiNode, wanted: readonly Role[]): UiNode | null {
  if (wanted.every((role) => controls.has(role))) return null;
  let levels = 0;
  for (const around of ancestorsOf(node)) {
    levels += 1;
    const isWanted = (around.role !== null && wanted.includes(around.role)) || isMeant(around, wanted);
    if (isWanted && !around.isScrollable) return around;
    if (levels >= maxLevelsUp && !wanted.includes('dialog')) return null;
  }
  return null;
}

/**
 * The field or switch that a label names: the only one in the row that it names, the next one behind it, or a box to
 * tick before it; never one of another row.
 */
function besideIt(node: UiNode, wanted: readonly Role[]): UiNode | null {
  const sought = wanted.filter((role) => controls.has(role));
  if (sought.length === 0) return null;
  const inside = controlsIn(node, sought);
  if (inside.length === 1) return inside[0] ?? null;
  if (isInteractive(node)) return null;
  let levels = 0;
  let inner = node;
  for (const around of ancestorsOf(node)) {
    levels += 1;
    const found = controlsIn(around, sought);
    const position = around.children.indexOf(inner);
    const behind = found.find((candidate) => childHolding(candidate, around) > position);
    const chosen = behind ?? found.find(({ role }) => found.length === 1 && role !== 'field');
    if (chosen !== undefined) return chosen;
    if (levels >= maxLevelsUp || isItem(around) || around.isScrollable) return null;
    inner = around;
  }
  return null;
}

function controlsIn(around: UiNode, sought: readonly Role[]): UiNode[] {
  return [...subtreeOf(around)].filter(
    ({ role, isVisible }) => role !== null && sought.includes(role) && isVisible,
  );
}

function childHolding(node: UiNode, around: UiNode): number {
  let inner = node;
  while (inner.parent !== null && inner.parent !== around) inner = inner.parent;
  return around.children.indexOf(inner);
}
