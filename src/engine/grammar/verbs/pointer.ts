import type { Modifier } from '../../acting/catalogue/pointer.ts';
import { placedIn, type Target } from '../../scene/target.ts';
import { capital } from '../../scene/wording.ts';
import { type Instruction, perform } from '../instruction.ts';
import {
  everywhere,
  oneAfterTheOther,
  onWeb,
  performOn,
  targetsOf,
  type Verb,
  verb,
  withEach,
} from '../verb.ts';

/** To click on the menu is to click on what opens it. */
const menuButton: Target = { name: 'menu', role: 'button', or: [{ name: 'menu' }, { role: 'menu' }] };

/** How people write the sign on a button that closes something. */
const cross = /^[x×✕✖]$/i;

/** What is done with the mouse, a finger and single keys. */
export const pointerVerbs: readonly Verb[] = [
  verb({
    platforms: everywhere,
    description:
      'Presses a key, alone or with others, where the focus is or in a field. Keys stand without quotes; what is quoted is a thing to click.',
    examples: [
      'Press Enter',
      'Press Control+A',
      'Press the Tab key',
      'Press the "Enter" key',
      'Press Enter in "Search"',
      'Press Tab and Enter',
      'Press the down key',
    ],
    patterns: [
      'press|hit|push|use [the] [key] <key> [key]',
      'press|hit|push [the] <quotedKey> key',
      'press|hit|push the <direction> key',
      'press|hit|push [the] <key> [key] in|on|inside|into <target>',
      'press|hit|push [the] [keys] <keys> [keys]',
    ],
    build({ key, quotedKey, direction, keys = [], target }) {
      const arrow = direction === undefined ? undefined : `Arrow${capital(direction)}`;
      const single = key ?? quotedKey ?? arrow;
      return oneAfterTheOther(
        (single === undefined ? keys : [single]).map((one) =>
          perform('press', target === undefined ? { key: one } : { key: one, target }),
        ),
      );
    },
  }),
  verb({
    platforms: everywhere,
    description:
      'Clicks what is called so; on a phone, where nothing on the screen is, presses that key of the keyboard.',
    examples: ['Press Search', 'Press Done', 'Press Next'],
    patterns: ['press|hit <editorKey>'],
    build: ({ editorKey: name }) => performOn('click', { name }, { key: name.toLowerCase() }),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks or taps twice in a row.',
    examples: ['Double-click "report.pdf"', 'Double tap the "Photo" image'],
    patterns: ['double-click|double-tap|doubleclick [on] <target>', 'double click|tap [on] <target>'],
    build: ({ target }) => performOn('click', target, { count: 2 }),
  }),
  verb({
    platforms: onWeb,
    description: 'Clicks three times in a row, which selects a paragraph on most pages.',
    examples: ['Triple-click the first paragraph'],
    patterns: ['triple-click|tripleclick [on] <target>', 'triple click [on] <target>'],
    build: ({ target }) => performOn('click', target, { count: 3 }),
  }),
  verb({
    platforms: onWeb,
    description: 'Clicks with the middle mouse button, which opens a link in a new tab.',
    examples: ['Middle-click "Terms"', 'Click "Terms" with the middle mouse button'],
    patterns: [
      'middle-click|middleclick [on] <target>',
      'middle click [on] <target>',
      'click [on] <target> with|using the middle [mouse] button',
    ],
    build: ({ target }) => performOn('click', target, { button: 'middle' }),
  }),
  verb({
    platforms: onWeb,
    description: 'Clicks with the right mouse button.',
    examples: [
      'Right-click "report.pdf"',
      'Right click on the row "Alice"',
      'Click "report.pdf" with the right mouse button',
      'Open the context menu of "report.pdf"',
    ],
    patterns: [
      'right-click|rightclick [on] <target>',
      'right click [on] <target>',
      'click [on] <target> with|using the right [mouse] button',
      'open|show [the] context menu of|on|for|at <target>',
      'bring up the context menu of|on|for|at <target>',
    ],
    build: ({ target }) => performOn('click', target, { button: 'right' }),
  }),
  verb({
    ...clickHolding('Control', 'Ctrl'),
    examples: ['Ctrl-click "report.pdf"'],
    patterns: ['ctrl-click|ctrl+click|control-click|control+click [on] <target>'],
  }),
  verb({
    ...clickHolding('Shift', 'Shift'),
    examples: ['Shift-click the third row'],
    patterns: ['shift-click|shift+click [on] <target>'],
  }),
  verb({
    ...clickHolding('Alt', 'Alt'),
    examples: ['Alt-click "report.pdf"'],
    patterns: ['alt-click|alt+click [on] <target>'],
  }),
  verb({
    ...clickHolding('Meta', 'Cmd, or the Windows key,'),
    examples: ['Cmd+click the link "Docs"'],
    patterns: ['cmd-click|cmd+click|command-click|meta-click [on] <target>'],
  }),
  verb({
    platforms: onWeb,
    description: 'Clicks the heading of a column, which sorts by it on most pages.',
    examples: ['Sort by "Age"', 'Sort the table by the "Price" column'],
    patterns: ['sort|order [the] [table|list|rows|results|items] by [the] [column] <name> [column]'],
    build: ({ name }) => performOn('click', { ...name, role: 'column header' }),
  }),
  verb({
    platforms: onWeb,
    description: 'Moves the mouse over a thing.',
    examples: ['Hover over "Products"', 'Move the mouse over the Help icon'],
    patterns: [
      'hover [the] [mouse] [over|on|above] <target>',
      'mouse over <target>',
      'move [the] mouse|pointer|cursor over|to|onto|on <target>',
    ],
    build: ({ target }) => performOn('hover', target),
  }),
  verb({
    platforms: everywhere,
    description: 'Scrolls by about a screen.',
    examples: ['Scroll down', 'Scroll the page up'],
    patterns: ['scroll [the] [page|screen|list|view] <direction>'],
    build: ({ direction }) => perform('scroll', { direction }),
  }),
  verb({
    platforms: onWeb,
    description: 'Scrolls to one end of the page.',
    examples: ['Scroll to the bottom', 'Scroll to the top of the page', 'Scroll down to the end'],
    patterns: [
      'scroll [the] [page] [up|down] [all] [the] [way] to [the] [very] <edge>',
      'scroll [up|down] to [the] <edge> of [the] page|screen|list|view',
    ],
    build: ({ edge }) => perform('scroll', { direction: edge }),
  }),
  verb({
    platforms: onWeb,
    description: 'Scrolls a part of the page to one of its ends.',
    examples: ['Scroll to the bottom of the "Terms" text area', 'Scroll the text area to the end'],
    patterns: [
      'scroll [up|down] to [the] [very] <edge> of <target>',
      'scroll <target> [up|down] to [the] [very] <edge>',
    ],
    build: ({ target, edge }) => perform('scroll', { within: target, direction: edge }),
  }),
  verb({
    platforms: everywhere,
    description: 'Scrolls until a thing is in view.',
    examples: [
      'Scroll to "Contact us"',
      'Scroll down to the Imprint link',
      'Scroll until "Load more" is visible',
    ],
    patterns: [
      'scroll [the] [page] [up|down] to <target>',
      'scroll [the] [page] [up|down] until [you|i] [can] see <target>',
      'scroll [the] [page] [up|down] until <target> is visible|shown|displayed',
      'scroll [the] [page] [up|down] until <target> appears',
      'scroll <target> into view',
    ],
    build: ({ target }) => perform('scroll', { target }),
  }),
  verb({
    platforms: everywhere,
    description: 'Drags a thing onto another.',
    examples: ['Drag "Task 1" to "Done"', 'Drag and drop the "Card" image onto the "Basket" image'],
    patterns: [
      'drag [and] [drop] <target> to|onto|into <to:target>',
      'move <target> to|onto|into <to:target>',
    ],
    build: ({ target, to }) => perform('drag', { target, to }),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks "Delete" in the row or list item that is called so.',
    examples: ['Delete "Joe Smith"'],
    patterns: ['delete <quoted>'],
    build: ({ quoted }) => performOn('click', inRowOf(quoted, 'delete')),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks "Remove" in the row or list item that is called so.',
    examples: ['Remove "Oat bread"'],
    patterns: ['remove <quoted>'],
    build: ({ quoted }) => performOn('click', inRowOf(quoted, 'remove')),
  }),
  verb({
    platforms: onWeb,
    description: 'Goes through menus, by pointing or clicking, and clicks what is last.',
    examples: ['Select File > Export > PDF', 'Click "View" > "Zoom in"'],
    patterns: ['select|choose|pick|click|open [on] [the] <path>', 'go|navigate to [the] <path>'],
    build: ({ path }) => perform('menu', { path }),
  }),
  verb({
    platforms: onWeb,
    description: 'Opens what can be expanded, if it is closed.',
    examples: ['Expand "Details"', 'Expand the "Shipping" section'],
    patterns: ['expand|unfold <target>'],
    build: ({ target }) => performOn('expand', target, { expanded: true }),
  }),
  verb({
    platforms: onWeb,
    description: 'Closes what can be expanded, if it is open.',
    examples: ['Collapse "Details"', 'Collapse the first row'],
    patterns: ['collapse|fold <target>'],
    build: ({ target }) => performOn('expand', target, { expanded: false }),
  }),
  verb({
    platforms: everywhere,
    description: 'Closes a dialog by a button that it has.',
    examples: ['Close the dialog by clicking "Cancel"'],
    patterns: ['close|exit|dismiss <dialog> by clicking|pressing|tapping [on] <target>'],
    build: ({ dialog, target: button }) =>
      cross.test(button.name ?? '') ? closing(dialog) : performOn('click', placedIn(button, dialog)),
  }),
  verb({
    platforms: everywhere,
    description:
      'Closes the dialog in front, or the one that is named, by its close button or the Escape key.',
    examples: ['Close the dialog', 'Close the "Settings" dialog'],
    patterns: ['close|exit <dialog>'],
    build: ({ dialog }) => closing(dialog),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks or taps a thing, named by what is written on it.',
    examples: [
      'Click "Sign in"',
      'Tap on the Save button',
      'Press "Continue"',
      'Click the second "Delete" button',
      'Click the "Edit" link in the row "Alice"',
      'Choose "Express delivery"',
      'Open the "File" menu',
      'Click "A", "B" and "C"',
      'Find and click "Imprint"',
      'Focus on the "Email" field',
      'Put the cursor into the "Email" field',
    ],
    patterns: [
      'click|tap|press|push|hit|follow|choose|pick|select [on] <several>',
      'click [on] <target> with|using the left [mouse] button',
      'click|tap|press|push|hit [on|in|inside|into|at] <target>',
      'choose|pick|select|follow|open|launch <target>',
      'go|navigate to <target>',
      'find|locate and click|tap|press|select|choose [on] <target>',
      'focus [on|in|into] <target>',
      'put|set|place [the] [keyboard|text] focus|cursor|caret in|into|on|to|onto <target>',
      'move [the] [keyboard] focus to|into|on|onto <target>',
      'move the cursor|caret into <target>',
    ],
    build: (places) =>
      withEach(targetsOf(places), (target) =>
        performOn('click', isAnyMenu(target) ? menuButton : withCross(target)),
      ),
  }),
];

/** What does something to one of several, in its row or named after it. */
function inRowOf(name: string, what: string): Target {
  const inside = (role: 'row' | 'list item') => placedIn({ name: what }, { name, role });
  return { ...inside('row'), or: [inside('list item'), { name: `${what} ${name}` }] };
}

/** Which key is held is said by the word that the sentence begins with. */
function clickHolding(key: Modifier, cap: string) {
  return {
    platforms: onWeb,
    description: `Clicks while ${cap} is held.`,
    build: ({ target }: { readonly target: Target }) => performOn('click', target, { modifiers: [key] }),
  };
}

/** Many a button with a cross is called "Close" by its dialog. */
function withCross({ or = [], ...target }: Target): Target {
  const { name = '', role = 'button', where = [] } = target;
  const isCross = cross.test(name) && role === 'button' && where.some((place) => place.role === 'dialog');
  const others = isCross ? [...or, { ...target, name: 'close', role }] : or;
  return others.length === 0 ? target : { ...target, or: others };
}

function closing(dialog: Target): Instruction {
  const { name, role, ...more } = dialog;
  const isAny = name === undefined && Object.keys(more).length === 0;
  return perform('close_dialog', isAny ? {} : { target: dialog });
}

function isAnyMenu(target: Target): boolean {
  return target.role === 'menu' && Object.keys(target).length === 1;
}
