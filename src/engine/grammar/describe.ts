import type { Target } from '../scene/target.ts';
import { capital, ordinal, wordsFor } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { claimInWords } from './claim-words.ts';
import type { Instruction } from './instruction.ts';
import { editorKeys } from './phone-words.ts';

type Input = Readonly<Record<string, unknown>>;

const onTarget = (verb: string) => (input: Input) => `${verb} ${targetIn(input)}`;

/** What each action does, as somebody would be told to do it. */
const actions: Readonly<Record<string, (input: Input) => string>> = {
  click: (input) =>
    input.key === undefined
      ? `${clickWords(input)} ${targetIn(input)}`
      : `press ${(input.target as Target).name}`,
  type(input) {
    if (input.replace === false) return `append ${quoted(input.text)} to ${targetIn(input)}`;
    return `type ${quoted(input.text)}${input.target === undefined ? '' : ` into ${targetIn(input)}`}`;
  },
  press: (input) =>
    `press ${keyInWords(String(input.key))}${input.target === undefined ? '' : ` in ${targetIn(input)}`}`,
  select: (input) =>
    `select ${[input.option, ...((input.more ?? []) as string[])].map(quoted).join(' and ')} in ${targetIn(input)}`,
  select_text: onTarget('select the text of'),
  menu: (input) => `click ${(input.path as string[]).map(quoted).join(' > ')}`,
  uncover: (input) => `look through the ${input.behind} for ${targetIn(input)}`,
  check: (input) => `${input.checked === true ? 'check' : 'uncheck'} ${targetIn(input)}`,
  toggle: onTarget('toggle'),
  expand: (input) => `${input.expanded === true ? 'expand' : 'collapse'} ${targetIn(input)}`,
  clear: onTarget('clear'),
  hover: onTarget('hover over'),
  drag: (input) => `drag ${targetIn(input)} to ${wordsFor(input.to as Target)}`,
  scroll(input) {
    if (input.target !== undefined) return `scroll to ${targetIn(input)}`;
    if (input.within !== undefined)
      return `scroll ${wordsFor(input.within as Target)} to the ${input.direction}`;
    return /top|bottom/.test(String(input.direction))
      ? `scroll to the ${input.direction}`
      : `scroll ${input.direction}`;
  },
  upload(input) {
    const content = input.content === undefined ? '' : ` with the content ${quoted(input.content)}`;
    const place = input.target === undefined ? '' : ` to ${targetIn(input)}`;
    return `upload ${quoted(input.filename)}${content}${place}`;
  },
  download: (input) =>
    input.filename === undefined
      ? `download ${targetIn(input)}`
      : `download ${quoted(input.filename)} by clicking ${targetIn(input)}`,
  close_dialog: (input) => `close ${input.target === undefined ? 'the dialog' : targetIn(input)}`,
  answer_dialog(input) {
    if (input.text !== undefined) return `answer the prompt with ${quoted(input.text)}`;
    return `${input.accept === true ? 'accept' : 'dismiss'} the dialog`;
  },
  resize: (input) => `set the window to ${input.width} × ${input.height}`,
  wait_for: (input) => `wait ${input.seconds} seconds`,
  back: () => 'go back',
  forward: () => 'go forward',
  reload: () => 'reload the page',
  switch_tab: (input) =>
    typeof input.index === 'number'
      ? `switch to the ${ordinal(input.index)} tab`
      : `switch to the tab ${quoted(input.title ?? input.url)}`,
  close_tab: () => 'close the tab',
  long_press: onTarget('long press'),
  swipe: (input) => `swipe ${input.direction}${input.target === undefined ? '' : ` on ${targetIn(input)}`}`,
  home: () => 'go home',
  hide_keyboard: () => 'hide the keyboard',
  relaunch: () => 'relaunch the app',
  background: (input) => `put the app in the background for ${input.seconds} seconds`,
  set_location: (input) => `set the location to ${input.latitude}, ${input.longitude}`,
  set_network: (input) => `turn the ${input.connection} ${input.on === true ? 'on' : 'off'}`,
  biometric: (input) => `${input.answer} ${input.answer === 'enroll' ? 'a' : 'the'} ${input.kind}`,
  push_file(input) {
    const content = input.content === undefined ? '' : ` with the content ${quoted(input.content)}`;
    return `push ${quoted(input.filename)}${content} to the phone`;
  },
  zoom: (input) => `zoom ${input.direction}${input.target === undefined ? '' : ` on ${targetIn(input)}`}`,
  rotate: (input) => `rotate to ${input.orientation}`,
};

/** What would be done, in one plain line. */
export function describe(instruction: Instruction): string {
  return capital(wordsOf(instruction));
}

function wordsOf(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'open':
      return instruction.address === null ? 'open the site' : `open ${instruction.address}`;
    case 'perform':
      return actions[instruction.action]?.(instruction.input) ?? instruction.action;
    case 'check':
      return `check that ${claimInWords(instruction.claim)}`;
    case 'remember':
      return `remember ${wordsFor(instruction.target)} as {{${instruction.name}}}`;
    case 'transfer':
      return `enter the value of ${wordsFor(instruction.from)} into ${wordsFor(instruction.to)}`;
    case 'rest':
      return 'wait for the page to load';
    case 'screenshot':
      return instruction.name === null
        ? 'take a screenshot'
        : `take a screenshot named ${quoted(instruction.name)}`;
    case 'sequence':
      return instruction.steps.map(wordsOf).join(', then ') || 'do nothing';
    case 'repeat':
      return `${wordsOf(instruction.step)} ${instruction.times} times`;
    case 'until':
      return `${wordsOf(instruction.step)} until ${claimInWords(instruction.claim)}`;
    case 'if':
      return `if ${claimInWords(instruction.claim)}, ${wordsOf(instruction.step)}`;
    case 'timed':
      return `within ${instruction.seconds} seconds, ${wordsOf(instruction.step)}`;
  }
}

/** Those of a phone's keyboard could as well be called so on the screen. */
function keyInWords(key: string): string {
  return editorKeys.split(' ').includes(key) ? `${key} on the keyboard` : key;
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
  return inQuotes(String(text));
}
