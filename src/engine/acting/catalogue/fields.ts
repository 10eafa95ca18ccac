import { Type } from 'typebox';
import { Target } from '../../scene/target.ts';
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

const target = { target: Target };
const state = { ...target, checked: Type.Boolean() };
const option = { maxLength: 1_000 };
const filename = Type.String({ minLength: 1, maxLength: 255 });

/** What is done with the fields of a form, and with files. */
export const fieldActions = {
  type: {
    web: form(
      'Type text into a field, or without target into the one that has the focus. It replaces what the field holds unless replace is false. In a dropdown, the option of that name is chosen.',
      {
        target: anyTarget,
        text: Type.String({ maxLength: 20_000 }),
        replace: Type.Optional(Type.Boolean({ description: 'True by default; false adds to what is there' })),
      },
    ),
    phone: form(
      'Types text into a field, or without target into the one that has the focus, in place of what it holds unless replace is false.',
      {
        target: anyTarget,
        text: Type.String({ maxLength: 100_000 }),
        replace: Type.Optional(Type.Boolean()),
      },
    ),
    purpose: 'type',
    typed: 'text',
    given: 'text',
    unsaid: { replace: true },
    say: (input) =>
      input.replace === false
        ? `append ${quoted(input.text)} to ${targetIn(input)}`
        : `type ${quoted(input.text)}${targetAfter('into', input)}`,
  },
  select_text: {
    web: form('Select all text of something, as by dragging the mouse over it.', target),
    say: withTarget('select the text of'),
  },
  clear: {
    web: form('Empty a field.', target),
    phone: form('Empties a field.', target),
    purpose: 'type',
    say: withTarget('clear'),
  },
  select: {
    web: form(
      'Choose an option of a dropdown or list by its visible name, or several of a list that takes them.',
      {
        target: Target,
        option: Type.String(option),
        more: Type.Optional(Type.Array(Type.String(option), { maxItems: 100 })),
      },
    ),
    phone: form('Chooses an option of a dropdown, spinner or picker wheel.', {
      target: Target,
      option: Type.String({ minLength: 1, ...option }),
    }),
    purpose: 'select',
    dialogs: 'opens',
    given: 'option',
    say: (input) =>
      `select ${[input.option, ...((input.more ?? []) as string[])].map(quoted).join(' and ')} in ${targetIn(input)}`,
  },
  check: {
    web: form('Set a checkbox, radio button or switch on (checked true) or off (checked false).', state),
    phone: form('Turns a switch, checkbox or radio button on or off.', state),
    purpose: 'check',
    dialogs: 'opens',
    say: (input) => `${input.checked === true ? 'check' : 'uncheck'} ${targetIn(input)}`,
  },
  toggle: {
    web: form(
      'Click a checkbox, a switch or a button that stays pressed, so that it changes its state.',
      target,
    ),
    phone: form('Turns a switch or checkbox that is on off, and one that is off on.', target),
    purpose: 'check',
    dialogs: 'opens',
    say: withTarget('toggle'),
  },
  upload: {
    web: form(
      'Put a file into a file field; without target, into the only one of the page. Give its content, or none: then a small valid file of that kind is made up.',
      {
        target: anyTarget,
        filename,
        content: Type.Optional(Type.String({ maxLength: 1_000_000 })),
        more: Type.Optional(
          Type.Array(filename, {
            maxItems: 20,
            description: 'Names of further files, for a field that takes several',
          }),
        ),
      },
    ),
    purpose: 'upload',
    dialogs: 'opens',
    say: (input) => `upload ${fileWords(input)}${targetAfter('to', input)}`,
  },
  push_file: {
    phone: form('Puts a small sample file of that name onto the phone, or one with a content of your own.', {
      filename,
      content: Type.Optional(Type.String({ maxLength: 100_000 })),
    }),
    given: 'content',
    say: (input) => `push ${fileWords(input)} to the phone`,
  },
  download: {
    web: form(
      'Click something that downloads a file, and wait until the file has come. Give the filename if it must have that name.',
      { target: Target, filename: Type.Optional(filename) },
    ),
    dialogs: 'opens',
    say: (input) =>
      input.filename === undefined
        ? `download ${targetIn(input)}`
        : `download ${quoted(input.filename)} by clicking ${targetIn(input)}`,
  },
} satisfies Record<string, Action>;

function fileWords({ filename: name, content, more = [] }: Input): string {
  const names = [name, ...(more as string[])].map(quoted).join(' and ');
  return `${names}${content === undefined ? '' : ` with the content ${quoted(content)}`}`;
}
