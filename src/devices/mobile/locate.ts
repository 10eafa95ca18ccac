import { remembering } from '../../kernel/memo.ts';
import { normalize } from '../../kernel/normalize.ts';
import { ActionFailed, type Role, type Target } from '../device.ts';
import type { Cover } from './cover.ts';
import { fits, isInteractive, isItem } from './roles.ts';
import { textOf } from './screen-text.ts';
import { ancestorsOf, subtreeOf, type UiNode, type UiTree } from './ui-node.ts';

type Match = (node: UiNode) => boolean;

/**
 * What a target names, seen or hidden, in document order. The first of these ways that finds something visible wins:
 * accessibility id, text or label, id; exactly, then in part; ignoring case. `wanted` are the roles that an action can
 * use, for a target that names none.
 */
export function lookUp(tree: UiTree, target: Target, wanted: readonly Role[] = []): UiNode[] {
  if (target.ref !== undefined) return tree.nodes.filter((node) => node.ref === target.ref);
  if (target.name === undefined && target.role === undefined) {
    throw new ActionFailed('Say what is meant: a name, a role, or a reference from the snapshot.');
  }
  const found =
    target.role !== undefined ? named(tree, target, [target.role]) : namedForUse(tree, target, wanted);
  const merged = withoutNesting(found);
  const within = target.within === undefined ? merged : inside(tree, target.within, merged);
  return target.nth === undefined ? within : pick(within, target.nth);
}

function namedForUse(tree: UiTree, target: Target, wanted: readonly Role[]): UiNode[] {
  const usable = wanted.length === 0 ? [] : named(tree, target, wanted);
  return usable.length > 0 ? usable : named(tree, target, null);
}

function named(tree: UiTree, { name }: Target, roles: readonly Role[] | null): UiNode[] {
  const nodes = tree.nodes.filter((node) => !node.isKey);
  const hidden: UiNode[] = [];
  for (const ways of waysTo(name)) {
    for (const matches of ways) {
      const group = nodes.filter(matches);
      for (const seenAs of roles === null ? [null] : fits) {
        const found =
          seenAs === null ? group : unique(group.flatMap((node) => seenAs(node, roles ?? []) ?? []));
        if (found.some(({ isVisible }) => isVisible)) return found;
        if (hidden.length === 0) hidden.push(...found);
      }
    }
    // "Item 2" further down means more than "Item 2 of 7" on the screen.
    if (hidden.some(isOffScreen)) return hidden;
  }
  return hidden;
}

function isOffScreen(node: UiNode): boolean {
  const { bounds, seen } = node;
  const hasSize = bounds !== null && bounds.right > bounds.left && bounds.bottom > bounds.top;
  return seen === null && hasSize && [...ancestorsOf(node)].some(({ isScrollable }) => isScrollable);
}

/**
 * Exact names, then parts of names. Exactness counts more than where the name stands: "Wi-Fi" never means
 * "Wi-Fi calling" while there is a "Wi-Fi". A part is made of whole words: "Item 2" is no part of "Item 27".
 */
function waysTo(name: string | undefined): Match[][] {
  if (name === undefined) return [[() => true]];
  const sought = normal(name);
  if (sought === '') throw new ActionFailed('The name that is looked for is empty.');
  const words = new RegExp(
    `${wordEdge(sought.at(0), '<!')}${escaped(sought)}${wordEdge(sought.at(-1), '!')}`,
    'u',
  );
  const exact = (text: string) => text !== '' && normal(text) === sought;
  const partly = (text: string) => text.length > sought.length && words.test(normal(text));
  const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
  return [
    [
      (node) => exact(node.accessibilityId),
      (node) => exact(node.text) || exact(node.hint) || (!isTyped(node) && exact(node.value ?? '')),
      (node) => exact(node.resourceId) || exact(lastOf(node.resourceId)),
    ],
    [(node) => partly(node.accessibilityId), (node) => partly(node.text) || partly(node.hint)],
  ];
}

/** Only where words are set apart by spaces: others, such as Chinese, have no edges to look for. */
function wordEdge(letter: string | undefined, looking: '<!' | '!'): string {
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(letter ?? '')
    ? `(?${looking}[\\p{L}\\p{N}])`
    : '';
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function isTyped({ role }: UiNode): boolean {
  return role === 'field';
}

/** A label inside a button and the button are one thing: the one that takes the finger. */
function withoutNesting(nodes: readonly UiNode[]): UiNode[] {
  const kept = new Set(nodes);
  for (const node of nodes) {
    for (const around of ancestorsOf(node)) {
      if (!kept.has(around)) continue;
      kept.delete(isInteractive(around) && !isInteractive(node) ? node : around);
    }
  }
  return [...kept];
}

/**
 * The matches that share the smallest surroundings with the text, and never those of another row: if the row that the
 * text stands in has none, there is none.
 */
function inside(tree: UiTree, within: string, matches: readonly UiNode[]): UiNode[] {
  const found = new Set<UiNode>();
  for (const isLabel of waysTo(within).flat()) {
    for (const label of tree.nodes.filter((node) => isLabel(node) && node.isVisible && !node.isKey)) {
      for (const around of [label, ...ancestorsOf(label)]) {
        const held = new Set(subtreeOf(around));
        const shared = matches.filter((match) => match !== label && held.has(match));
        for (const match of shared) found.add(match);
        if (shared.length > 0 || isItem(around) || around.role === 'dialog') break;
      }
    }
    if (found.size > 0) break;
  }
  return matches.filter((match) => found.has(match));
}

function pick(nodes: readonly UiNode[], nth: number): UiNode[] {
  const visible = nodes.filter(({ isVisible }) => isVisible);
  const among = visible.length > 0 ? visible : nodes;
  const picked = nth < 0 ? among.at(nth) : among[nth - 1];
  return picked === undefined ? [] : [picked];
}

/** Without what people don't see or don't mind. The same texts are asked for at every look. */
export const normal = remembering(
  (text) =>
    normalize(text, 'NFKC')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  20_000,
);

function unique(nodes: readonly UiNode[]): UiNode[] {
  return [...new Set(nodes)];
}

/** The row that it stands in, by what that says: what tells it from others of its name. */
export function surroundings(node: UiNode, cover: Cover): string | null {
  for (const around of ancestorsOf(node)) {
    if (!isItem(around) && around.role !== 'dialog') continue;
    const said = textOf(around);
    if (said !== '' && normal(said) !== normal(node.name)) return cover.text(said).slice(0, 60);
  }
  return null;
}
