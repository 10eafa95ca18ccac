import type { Role } from '../device.ts';
import type { Cover } from './cover.ts';
import type { UiNode, UiTree } from './ui-node.ts';

const maxCharacters = 60_000;
const maxTextCharacters = 300;
const wordOfRole: Readonly<Partial<Record<Role, string>>> = {
  field: 'textbox',
  dropdown: 'combobox',
  'menu item': 'menuitem',
  'list item': 'listitem',
  image: 'img',
};

/** The screen as text: one line for each element that says something or can be used, indented as they nest. */
export function renderSnapshot(tree: UiTree, cover: Cover): string {
  const lines: string[] = [];
  let length = 0;
  let leftOut = 0;
  render(tree.root, 0);
  if (lines.length === 0) return '- (the screen shows nothing that can be named)';
  if (leftOut > 0) lines.push(`- (${leftOut} more elements are left out: the screen holds too many)`);
  return lines.join('\n');

  function render(node: UiNode, depth: number): void {
    if (node.kind === 'Keyboard') {
      if (node.isVisible) add('- keyboard', depth);
      return;
    }
    const line = node.isVisible ? lineOf(node, cover) : null;
    if (line !== null) add(line, depth);
    const below = line === null ? depth : depth + 1;
    for (const child of node.children) {
      if (!isEcho(child, node)) render(child, below);
    }
    const hidden = node.isScrollable ? hiddenNames(node, cover) : [];
    if (hidden.length > 0) add(`- (${hidden.length} more by scrolling: ${some(hidden)})`, below);
  }

  function add(line: string, depth: number): void {
    const text = `${'  '.repeat(Math.min(depth, 30))}${line}`;
    length += text.length + 1;
    if (length > maxCharacters) leftOut += 1;
    else lines.push(text);
  }
}

/** What people and the platform call it: "textbox", "button", "StaticText". */
export function wordFor(node: UiNode): string {
  if (node.role !== null) return wordOfRole[node.role] ?? node.role;
  if (isPlainText(node)) return 'text';
  return node.isClickable && node.name !== '' && node.children.length === 0 ? 'button' : node.kind;
}

function lineOf(node: UiNode, cover: Cover): string | null {
  const isUsed = node.role !== null && node.role !== 'image';
  if (node.name === '' && !isUsed && !node.isScrollable && !node.isClickable) return null;
  if (node.tag === 'hierarchy' || node.kind === 'AppiumAUT' || node.kind === 'Window') return null;
  const states = [
    node.isChecked === true && '[checked]',
    node.isSelected === true && '[selected]',
    !node.isEnabled && '[disabled]',
    node.isFocused && '[focused]',
    node.isScrollable && '[scrollable]',
    node.role === null && node.isClickable && '[clickable]',
    `[ref=${node.ref}]`,
  ].filter((state) => state !== false);
  const word = wordFor(node);
  // Covered before it is cut: half a secret is one still.
  const name = shortened(cover.text(node.name));
  if (word === 'text') return `- text ${states.join(' ')}: ${name}`;
  const value = node.value === null || node.value === '' ? '' : `: ${shortened(cover.text(node.value))}`;
  return `- ${word}${name === '' ? '' : ` ${JSON.stringify(name)}`} ${states.join(' ')}${value}`;
}

/** A label within the very thing that it names. */
function isEcho(child: UiNode, parent: UiNode): boolean {
  return (
    child.children.length === 0 &&
    isPlainText(child) &&
    !child.isClickable &&
    (child.name === parent.name || (parent.role === 'dropdown' && child.name === parent.value))
  );
}

function isPlainText(node: UiNode): boolean {
  return (
    node.role === null &&
    (node.kind === 'StaticText' || node.kind.endsWith('TextView') || node.kind === 'Toast')
  );
}

function hiddenNames(container: UiNode, cover: Cover): string[] {
  return container.children
    .filter((child) => !child.isVisible && child.name !== '')
    .map(({ name }) => cover.text(name));
}

function some(names: readonly string[]): string {
  const first = names.slice(0, 5).map((name) => JSON.stringify(shortened(name, 60)));
  return names.length > first.length ? `${first.join(', ')} …` : first.join(', ');
}

function shortened(text: string, maxLength = maxTextCharacters): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
}
