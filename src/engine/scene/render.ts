import { shorten } from '../../kernel/text.ts';
import { nameOf } from './names.ts';
import { textBetween } from './painted-text.ts';
import { isHolding } from './roles.ts';
import { childrenOf, type Scene, type Thing } from './scene.ts';
import { heldBy } from './seeing.ts';

const longestName = 300;
const deepest = 30;

/** The screen as text: a line for each thing that says something or can be used, with references that actions take. */
export function renderScene(scene: Scene): string[] {
  const lines: string[] = [];
  const [screen] = scene.things;
  if (screen !== undefined) render(screen, 0);
  return lines;

  function render(thing: Thing, depth: number): void {
    if (thing.isKey) {
      // Nobody needs its keys: texts are typed as a whole.
      if (thing.isVisible && scene.things[thing.parent]?.isKey !== true)
        lines.push(`${indent(depth)}- keyboard`);
      return;
    }
    const line = thing.isVisible || thing.isDrawnOver ? lineOf(scene, thing) : null;
    if (line !== null) lines.push(`${indent(depth)}- ${line}`);
    const isShownWhole = line !== null && isLeaf(thing);
    if (!isShownWhole)
      content(thing, line === null ? depth : depth + 1, line === null ? '' : shownName(scene, thing));
  }

  /** What is in it, and the text between, in reading order. */
  function content(thing: Thing, depth: number, ownName: string): void {
    let next = thing.textFrom;
    const say = (upTo: number) => {
      const text = textBetween(scene, next, upTo);
      if (text !== '' && text !== ownName)
        lines.push(`${indent(depth)}- text: ${shorten(text, longestName)}`);
      next = Math.max(next, upTo);
    };
    for (const child of childrenOf(scene, thing).sort((one, other) => one.order - other.order)) {
      if (child.textTo > child.textFrom) say(child.textFrom);
      render(child, depth);
      next = Math.max(next, child.textTo);
    }
    say(thing.textTo);
  }
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, deepest));
}

/** Whose name says all that is in it. */
function isLeaf({ role }: Thing): boolean {
  return /^(button|link|heading|option|tab|menuitem\w*|checkbox|radio|switch|img|textbox|searchbox|combobox|spinbutton|slider)$/.test(
    role ?? '',
  );
}

function shownName(scene: Scene, thing: Thing): string {
  const isNamed = isLeaf(thing) || thing.isClickable || thing.names.some(({ from }) => from === 'aria');
  return isNamed ? shorten(nameOf(scene, thing), longestName) : '';
}

function lineOf(scene: Scene, thing: Thing): string | null {
  if (thing.role === null && !thing.isClickable) return null;
  const name = shownName(scene, thing);
  const value = isHolding(thing) ? heldBy(scene, thing) : null;
  const states = [
    thing.isChecked === true && '[checked]',
    thing.isSelected === true && '[selected]',
    thing.isExpanded === true && '[expanded]',
    thing.isDisabled && '[disabled]',
    thing.isRequired && '[required]',
    thing.isReadOnly && '[read-only]',
    thing.isInvalid && '[invalid]',
    thing.isFocused && '[focused]',
    thing.role === null && '[clickable]',
    thing.key !== '' && `[ref=${thing.key}]`,
  ].filter((state) => state !== false);
  const held = value ? `: ${shorten(value, longestName)}` : '';
  return `${thing.role ?? 'text'}${name === '' ? '' : ` ${JSON.stringify(name)}`} ${states.join(' ')}${held}`;
}

/** Cut at the end of a line, with a word on what is missing. */
export function bounded(text: string, length: number): string {
  if (text.length <= length) return text;
  const shown = text.slice(0, text.lastIndexOf('\n', length));
  const left = text.slice(shown.length + 1).split('\n').length;
  return `${shown}\n- (${left} more lines are left out: scroll, or look for things by their names)`;
}
