import { placedIn, type Target } from '../../scene/target.ts';
import { type Instruction, perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import type { ParameterValues } from '../pattern.ts';
import { everywhere, oneAfterTheOther, onWeb, performOn, type Verb, withEach } from '../verb.ts';
import { modifierOf } from '../words.ts';

/** To click on the menu is to click on what opens it. */
const menuButton: Target = { name: 'menu', role: 'button', or: [{ name: 'menu' }, { role: 'menu' }] };

/** How people write the sign on a button that closes something. */
const cross = /^[x×✕✖]$/i;

/** What is done with the mouse, a finger and single keys. */
export const pointerVerbs: readonly Verb[] = [
  {
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
    ],
    patterns: [
      'press|hit|push|use [the] [key] <key> [key]',
      'press|hit|push [the] <quotedKey> key',
      'press|hit|push [the] <key> [key] in|on|inside|into <target>',
      'press|hit|push [the] [keys] <keys> [keys]',
    ],
    build(places) {
      const key = placed.textIfAny(places, 'key') ?? placed.textIfAny(places, 'quotedKey');
      const keys = key === undefined ? (places.get('keys') as string[]) : [key];
      const target = placed.targetIfAny(places);
      return oneAfterTheOther(
        keys.map((one) => perform('press', target === undefined ? { key: one } : { key: one, target })),
      );
    },
  },
  {
    platforms: everywhere,
    description:
      'Clicks what is called so; on a phone, where nothing on the screen is, presses that key of the keyboard.',
    examples: ['Press Search', 'Press Done', 'Press Next'],
    patterns: ['press|hit <editorKey>'],
    build(places) {
      const name = placed.text(places, 'editorKey');
      return performOn('click', { name }, { key: name.toLowerCase() });
    },
  },
  {
    platforms: everywhere,
    description: 'Clicks or taps twice in a row.',
    examples: ['Double-click "report.pdf"', 'Double tap the "Photo" image'],
    patterns: ['double-click|double-tap|doubleclick [on] <target>', 'double click|tap [on] <target>'],
    build: (places) => performOn('click', placed.target(places), { count: 2 }),
  },
  {
    platforms: onWeb,
    description: 'Clicks with the right mouse button.',
    examples: [
      'Right-click "report.pdf"',
      'Right click on the row "Alice"',
      'Click "report.pdf" with the right mouse button',
    ],
    patterns: [
      'right-click|rightclick [on] <target>',
      'right click [on] <target>',
      'click [on] <target> with|using the right [mouse] button',
    ],
    build: (places) => performOn('click', placed.target(places), { button: 'right' }),
  },
  {
    platforms: onWeb,
    description: 'Clicks while a key is held.',
    examples: ['Ctrl-click "report.pdf"', 'Shift-click the third row', 'Cmd+click the link "Docs"'],
    patterns: [
      'ctrl-click|ctrl+click|control-click|control+click|shift-click|shift+click|alt-click|alt+click|cmd-click|cmd+click|command-click|meta-click [on] <target>',
    ],
    build(places) {
      const modifier = modifierOf(/^[a-z]+/.exec(placed.text(places, 'verb'))?.[0] ?? '');
      return performOn('click', placed.target(places), { modifiers: [modifier] });
    },
  },
  {
    platforms: onWeb,
    description: 'Clicks the heading of a column, which sorts by it on most pages.',
    examples: ['Sort by "Age"', 'Sort the table by the "Price" column'],
    patterns: ['sort|order [the] [table|list|rows|results|items] by [the] [column] <name> [column]'],
    build: (places) => performOn('click', { name: placed.text(places, 'name'), role: 'column header' }),
  },
  {
    platforms: onWeb,
    description: 'Moves the mouse over a thing.',
    examples: ['Hover over "Products"', 'Move the mouse over the Help icon'],
    patterns: [
      'hover [the] [mouse] [over|on|above] <target>',
      'mouse over <target>',
      'move [the] mouse|pointer|cursor over|to|onto|on <target>',
    ],
    build: (places) => performOn('hover', placed.target(places)),
  },
  {
    platforms: everywhere,
    description: 'Scrolls by about a screen.',
    examples: ['Scroll down', 'Scroll the page up'],
    patterns: ['scroll [the] [page|screen|list|view] <direction>'],
    build: (places) => perform('scroll', { direction: placed.text(places, 'direction') }),
  },
  {
    platforms: onWeb,
    description: 'Scrolls to one end of the page.',
    examples: ['Scroll to the bottom', 'Scroll to the top of the page', 'Scroll down to the end'],
    patterns: [
      'scroll [the] [page] [up|down] [all] [the] [way] to [the] [very] <edge>',
      'scroll [up|down] to [the] <edge> of [the] page|screen|list|view',
    ],
    build: (places) => perform('scroll', { direction: placed.text(places, 'edge') }),
  },
  {
    platforms: onWeb,
    description: 'Scrolls a part of the page to one of its ends.',
    examples: ['Scroll to the bottom of the "Terms" text area', 'Scroll the text area to the end'],
    patterns: [
      'scroll [up|down] to [the] [very] <edge> of <target>',
      'scroll <target> [up|down] to [the] [very] <edge>',
    ],
    build: (places) =>
      perform('scroll', { within: placed.target(places), direction: placed.text(places, 'edge') }),
  },
  {
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
    build: (places) => perform('scroll', { target: placed.target(places) }),
  },
  {
    platforms: everywhere,
    description: 'Drags a thing onto another.',
    examples: ['Drag "Task 1" to "Done"', 'Drag and drop the "Card" image onto the "Basket" image'],
    patterns: [
      'drag [and] [drop] <target> to|onto|into <to:target>',
      'move <target> to|onto|into <to:target>',
    ],
    build: (places) => perform('drag', { target: placed.target(places), to: placed.target(places, 'to') }),
  },
  {
    platforms: onWeb,
    description: 'Opens one tab or closed section after the other until a thing is seen.',
    examples: ['Look through the tabs for "Invoice 7"'],
    patterns: ['look through [the] <behind> [below] for <target>'],
    build: uncover,
  },
  {
    platforms: onWeb,
    description: 'Opens one tab or closed section after the other until a thing is seen, and clicks it.',
    examples: [
      'Switch between the tabs to find and click "Invoice 7"',
      'Expand the sections to find and click on the "Imprint" link',
    ],
    patterns: [
      'switch|go|look between|through [the] <behind> [below] [,] to|and find and click|tap|open [on] <target>',
      'expand|open [the] <behind> [below] [,] to|and find and click|tap|open [on] <target>',
    ],
    build: (places) => ({
      kind: 'sequence',
      steps: [uncover(places), performOn('click', placed.target(places))],
    }),
  },
  {
    platforms: onWeb,
    description: 'Goes through menus, by pointing or clicking, and clicks what is last.',
    examples: ['Select File > Export > PDF', 'Click "View" > "Zoom in"'],
    patterns: ['select|choose|pick|click|open [on] [the] <path>', 'go|navigate to [the] <path>'],
    build: (places) => perform('menu', { path: places.get('path') }),
  },
  {
    platforms: onWeb,
    description: 'Opens what can be expanded, if it is closed.',
    examples: ['Expand "Details"', 'Expand the "Shipping" section'],
    patterns: ['expand|unfold <target>'],
    build: (places) => performOn('expand', placed.target(places), { expanded: true }),
  },
  {
    platforms: onWeb,
    description: 'Closes what can be expanded, if it is open.',
    examples: ['Collapse "Details"', 'Collapse the first row'],
    patterns: ['collapse|fold <target>'],
    build: (places) => performOn('expand', placed.target(places), { expanded: false }),
  },
  {
    platforms: everywhere,
    description: 'Closes a dialog by a button that it has.',
    examples: ['Close the dialog by clicking "Cancel"'],
    patterns: ['close|exit|dismiss <dialog> by clicking|pressing|tapping [on] <target>'],
    build(places) {
      const [dialog, { or, ...button }] = [placed.target(places, 'dialog'), placed.target(places)];
      if (cross.test(button.name ?? '')) return closing(dialog);
      return performOn('click', placedIn({ ...button, ...(or && { or }) }, dialog));
    },
  },
  {
    platforms: everywhere,
    description:
      'Closes the dialog in front, or the one that is named, by its close button or the Escape key.',
    examples: ['Close the dialog', 'Close the "Settings" dialog'],
    patterns: ['close|exit <dialog>'],
    build: (places) => closing(placed.target(places, 'dialog')),
  },
  {
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
    ],
    patterns: [
      'click|tap|press|push|hit|follow|choose|pick|select [on] <several>',
      'click [on] <target> with|using the left [mouse] button',
      'click|tap|press|push|hit [on|in|inside|into|at] <target>',
      'choose|pick|select|follow|open|launch <target>',
      'go|navigate to <target>',
      'find|locate and click|tap|press|select|choose [on] <target>',
      'focus [on|in|into] <target>',
    ],
    build: (places) =>
      withEach(placed.targetsOf(places), (target) =>
        performOn('click', isAnyMenu(target) ? menuButton : withCross(target)),
      ),
  },
];

function uncover(places: ParameterValues): Instruction {
  return performOn('uncover', placed.target(places), { behind: placed.text(places, 'behind') });
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
