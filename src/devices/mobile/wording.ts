import { ActionFailed, type Target } from '../device.ts';
import type { Cover } from './cover.ts';
import { normal, surroundings } from './locate.ts';
import { wordFor } from './snapshot.ts';
import { centreOf, type UiNode, type UiTree } from './ui-node.ts';

const maxCandidates = 8;
const maxNearest = 5;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `the button "Save" in "Row 3"`, as the person who wrote the test would. */
export function targetInWords({ ref, name, role, within, nth }: Target): string {
  if (ref !== undefined) return `the element ${ref}`;
  const which = nth === undefined ? '' : nth < 0 ? 'last ' : `${ordinals[nth - 1] ?? `${nth}th`} `;
  const what =
    name === undefined ? `${role ?? 'element'}` : `${role === undefined ? '' : `${role} `}"${name}"`;
  const article = which !== '' || role !== undefined ? 'the ' : '';
  return `${article}${which}${what}${within === undefined ? '' : ` in "${within}"`}`;
}

/** Covered before it is cut: half a secret is one still. */
export function nodeInWords(node: UiNode, cover: Cover): string {
  return node.name === ''
    ? `the ${wordFor(node)}`
    : `the ${wordFor(node)} "${cover.text(node.name).slice(0, 100)}"`;
}

export function notFound(target: Target, tree: UiTree, cover: Cover): ActionFailed {
  const sought = targetInWords(target);
  if (target.ref !== undefined) {
    return new ActionFailed(`There is no element ${target.ref} on the screen any more: take a new snapshot.`);
  }
  const nearest = nearestNames(target.name ?? '', tree, cover);
  const there = cover.text(nearest.map((name) => `"${name}"`).join(', '));
  return new ActionFailed(
    cover.text(
      `There is no ${sought.replace(/^the /, '')} on the screen${there === '' ? '.' : `; the nearest are ${there}.`}`,
    ),
    { expected: cover.text(sought), actual: there === '' ? 'nothing like it' : there },
  );
}

export function ambiguous(target: Target, nodes: readonly UiNode[], cover: Cover): ActionFailed {
  const listed = nodes.slice(0, maxCandidates).map((node, index) => `${index + 1}. ${whichOne(node, cover)}`);
  const rest = nodes.length > listed.length ? `; and ${nodes.length - listed.length} more` : '';
  return new ActionFailed(
    cover.text(
      `There are ${nodes.length} of ${targetInWords(target)}: ${listed.join('; ')}${rest}. ` +
        'Say which: "the second …", or name the row or dialog that it is in.',
    ),
    { expected: `one ${cover.text(targetInWords(target))}`, actual: `${nodes.length} of them` },
  );
}

function whichOne(node: UiNode, cover: Cover): string {
  const around = surroundings(node, cover);
  const place = node.seen === null ? null : centreOf(node.seen);
  const where = around !== null ? ` in "${around}"` : place === null ? '' : ` at ${place.x}, ${place.y}`;
  return `${nodeInWords(node, cover)}${where}`;
}

function nearestNames(name: string, tree: UiTree, cover: Cover): string[] {
  const names = tree.nodes
    .filter((node) => node.isVisible && !node.isKey && node.name !== '')
    .map((node) => cover.text(node.name).replace(/\s+/g, ' ').trim().slice(0, 80));
  const sought = pairsOf(normal(name));
  return [...new Set(names)]
    .map((candidate) => ({ candidate, likeness: likeness(sought, pairsOf(normal(candidate))) }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, maxNearest)
    .map(({ candidate }) => candidate);
}

/** Dice's coefficient over pairs of letters. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}
