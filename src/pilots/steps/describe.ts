import type { Target } from '../../scene/target.ts';
import { capital, wordsFor } from '../../scene/wording.ts';
import { checkOf } from './check-claim.ts';
import type { Instruction } from './instruction.ts';

type Input = Readonly<Record<string, unknown>>;

const onTarget = (verb: string) => (input: Input) => `${verb} ${targetIn(input)}`;

/** What each action does, as somebody would be told to do it. */
const actions: Readonly<Record<string, (input: Input) => string>> = {
  click: (input) => `${clickWords(input)} ${targetIn(input)}`,
  type(input) {
    const place = input.target === undefined ? 'the field that has the focus' : targetIn(input);
    return `${input.replace === false ? 'append' : 'type'} ${quoted(input.text)} ${input.replace === false ? 'to' : 'into'} ${place}`;
  },
  press: (input) => `press ${input.key}${input.target === undefined ? '' : ` in ${targetIn(input)}`}`,
  select: (input) => `select ${quoted(input.option)} in ${targetIn(input)}`,
  check: (input) => `${input.checked === true ? 'check' : 'uncheck'} ${targetIn(input)}`,
  toggle: onTarget('toggle'),
  expand: (input) => `${input.expanded === true ? 'expand' : 'collapse'} ${targetIn(input)}`,
  clear: onTarget('clear'),
  hover: onTarget('point at'),
  drag: (input) => `drag ${targetIn(input)} to ${wordsFor(input.to as Target)}`,
  scroll(input) {
    if (input.target !== undefined) return `scroll to ${targetIn(input)}`;
    return /top|bottom/.test(String(input.direction))
      ? `scroll to the ${input.direction}`
      : `scroll ${input.direction}`;
  },
  upload(input) {
    const place = input.target === undefined ? 'the only field that takes files' : targetIn(input);
    return `upload ${quoted(input.filename)} to ${place}`;
  },
  close_dialog: (input) => `close ${input.target === undefined ? 'the dialog' : targetIn(input)}`,
  answer_dialog: (input) => `${input.accept === true ? 'accept' : 'dismiss'} the dialog`,
  resize: (input) => `set the window to ${input.width} × ${input.height}`,
  wait_for: (input) => `wait ${input.seconds} seconds`,
  back: () => 'go back',
  forward: () => 'go forward',
  reload: () => 'load the page again',
  switch_tab: (input) => `switch to the tab ${quoted(input.title ?? input.url ?? input.index)}`,
  close_tab: () => 'close the tab',
  long_press: onTarget('press and hold'),
  swipe: (input) => `swipe ${input.direction}${input.target === undefined ? '' : ` on ${targetIn(input)}`}`,
  home: () => 'go to the home screen',
  hide_keyboard: () => 'hide the keyboard',
  relaunch: () => 'start the app again',
  background: (input) => `put the app in the background for ${input.seconds} seconds`,
  rotate: (input) => `rotate to ${input.orientation}`,
};

/** What would be done, in one plain line. */
export function describe(instruction: Instruction): string {
  return capital(wordsOf(instruction));
}

function wordsOf(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'open':
      return instruction.address === null ? 'open the target of the run' : `open ${instruction.address}`;
    case 'perform':
      return actions[instruction.action]?.(instruction.input) ?? instruction.action;
    case 'check':
      return `expect ${checkOf(instruction.claim).expected}`;
    case 'remember':
      return `remember what ${wordsFor(instruction.target)} says as {{${instruction.name}}}`;
    case 'rest':
      return 'wait until requests are answered';
    case 'screenshot':
      return 'take a screenshot';
    case 'sequence':
      return instruction.steps.map(wordsOf).join(', then ');
    case 'repeat':
      return `${wordsOf(instruction.step)}, ${instruction.times} times`;
    case 'until':
      return `${wordsOf(instruction.step)}, again and again, until it is right to expect ${checkOf(instruction.claim).expected}`;
    case 'if':
      return `if it is right to expect ${checkOf(instruction.claim).expected}, ${wordsOf(instruction.step)}`;
    case 'timed':
      return `within ${instruction.seconds} seconds, ${wordsOf(instruction.step)}`;
  }
}

function clickWords({ button, count, modifiers }: Input): string {
  if (button === 'right') return 'right-click';
  if (count === 2) return 'double-click';
  return Array.isArray(modifiers) ? `${modifiers.join('+')}-click` : 'click';
}

function targetIn({ target }: Input): string {
  return wordsFor(target as Target);
}

function quoted(text: unknown): string {
  return `"${text}"`;
}
