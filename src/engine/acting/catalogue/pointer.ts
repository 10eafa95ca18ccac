import { Type } from 'typebox';
import { oneOf } from '../../../kernel/schema.ts';
import { Target } from '../../scene/target.ts';
import { wordsFor } from '../../scene/wording.ts';
import {
  type Action,
  anyTarget,
  form,
  type Input,
  quoted,
  targetAfter,
  targetIn,
  withTarget,
} from '../action.ts';

/** Keys that are held while something is clicked. */
const modifiers = ['Control', 'Shift', 'Alt', 'Meta'] as const;
export type Modifier = (typeof modifiers)[number];

/** What the key at the lower right of a phone's keyboard does to the field that has the focus. */
export const editorKeys = ['search', 'go', 'done', 'next', 'send', 'previous'] as const;
export type EditorKey = (typeof editorKeys)[number];

const directions = ['up', 'down', 'left', 'right'] as const;
export type Direction = (typeof directions)[number];

/** Where a swipe in that direction comes from. */
const edgeBefore: Readonly<Record<string, string>> = {
  right: 'left',
  left: 'right',
  down: 'top',
  up: 'bottom',
};

/** What is done with the mouse, a finger and single keys. */
export const pointerActions = {
  click: {
    web: form('Click something on the page. Use count 2 for a double click.', {
      target: Target,
      button: Type.Optional(
        oneOf(['left', 'right', 'middle'], { description: 'Mouse button; left by default' }),
      ),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'Number of clicks' })),
      modifiers: Type.Optional(
        Type.Array(oneOf(modifiers), { maxItems: 4, description: 'Keys that are held while clicking' }),
      ),
    }),
    phone: form(
      'Taps on an element; with count 2 it is a double tap. Where none is called so, the key of the keyboard is pressed, if one is given.',
      {
        target: Target,
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
        key: Type.Optional(oneOf(editorKeys)),
      },
    ),
    purpose: 'click',
    dialogs: 'opens',
    unsaid: { button: 'left', count: 1, modifiers: [] },
    say: (input) => (input.key === undefined ? clickWords(input) : `press ${(input.target as Target).name}`),
  },
  long_press: {
    phone: form('Presses an element for one second.', { target: Target }),
    purpose: 'click',
    say: withTarget('long press'),
  },
  expand: {
    web: form('Open (expanded true) or close (expanded false) a section, a branch of a tree or a menu.', {
      target: Target,
      expanded: Type.Boolean(),
    }),
    purpose: 'click',
    dialogs: 'opens',
    say: (input) => `${input.expanded === true ? 'expand' : 'collapse'} ${targetIn(input)}`,
  },
  menu: {
    web: form('Go through menus by the names of their entries, and click the last one.', {
      path: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 2, maxItems: 10 }),
    }),
    dialogs: 'opens',
    say: (input) => `click ${(input.path as string[]).map(quoted).join(' > ')}`,
  },
  hover: {
    web: form('Move the mouse over something, to open a menu or a tooltip.', { target: Target }),
    purpose: 'click',
    say: withTarget('hover over'),
  },
  drag: {
    web: form('Drag something and drop it on something else.', { target: Target, to: Target }),
    phone: form('Lifts an element by a long press, and drops it on another.', { target: Target, to: Target }),
    purpose: 'click',
    dialogs: 'opens',
    say: (input) => `drag ${targetIn(input)} to ${wordsFor(input.to as Target)}`,
  },
  scroll: {
    web: form(
      'Scroll the page in a direction, or until something is in view. Give one of the two; with within, only what lies there.',
      {
        direction: Type.Optional(oneOf([...directions, 'top', 'bottom'])),
        target: anyTarget,
        within: anyTarget,
      },
    ),
    phone: form('Scrolls by about a screen in a direction, or until an element is on the screen.', {
      direction: Type.Optional(oneOf(directions)),
      target: anyTarget,
    }),
    say(input) {
      if (input.target !== undefined) return `scroll to ${targetIn(input)}`;
      if (input.within !== undefined)
        return `scroll ${wordsFor(input.within as Target)} to the ${input.direction}`;
      return /top|bottom/.test(String(input.direction))
        ? `scroll to the ${input.direction}`
        : `scroll ${input.direction}`;
    },
  },
  swipe: {
    phone: form(
      'Moves a finger across the screen, or across an element, in a direction; from the edge of the screen if you say so.',
      {
        direction: oneOf(directions),
        target: anyTarget,
        from: Type.Optional(oneOf(['edge'])),
      },
    ),
    say: (input) =>
      input.from === undefined
        ? `swipe ${input.direction}${targetAfter('on', input)}`
        : `swipe from the ${edgeBefore[String(input.direction)]} edge`,
  },
  zoom: {
    phone: form('Zooms in or out by two fingers, on an element or the whole screen.', {
      direction: oneOf(['in', 'out']),
      target: anyTarget,
    }),
    say: (input) => `zoom ${input.direction}${targetAfter('on', input)}`,
  },
  press: {
    web: form('Press a key or a combination, such as Enter, Escape, ArrowDown or Control+A.', {
      key: Type.String({ minLength: 1, maxLength: 60 }),
      target: anyTarget,
    }),
    phone: form(
      'Presses a key, such as enter, backspace, tab, volume_up, or what a keyboard offers for a field: search, go, done, next, send.',
      { key: Type.String({ maxLength: 50 }), target: anyTarget },
    ),
    dialogs: 'opens',
    given: 'key',
    say: (input) => `press ${keyInWords(String(input.key))}${targetAfter('in', input)}`,
  },
} satisfies Record<string, Action>;

/** Those of a phone's keyboard could as well be called so on the screen. */
function keyInWords(key: string): string {
  return editorKeys.some((editorKey) => editorKey === key) ? `${key} on the keyboard` : key;
}

function clickWords(input: Input): string {
  const held = Array.isArray(input.modifiers) ? input.modifiers : [];
  const verb = clickVerb(input);
  if (held.length === 1 && verb === 'click') return `${held[0]}-click ${targetIn(input)}`;
  return `${verb} ${targetIn(input)}${held.length === 0 ? '' : ` while holding ${held.join('+')}`}`;
}

function clickVerb({ button, count }: Input): string {
  if (button === 'right' || button === 'middle') return `${button}-click`;
  if (count === 2 || count === 3) return count === 2 ? 'double-click' : 'triple-click';
  return 'click';
}
