import { Type } from 'typebox';
import { Target } from '../../scene/target.ts';
import { ordinal } from '../../scene/wording.ts';
import { type Action, anyTarget, doing, form, quoted, targetIn } from '../action.ts';

const url = Type.String({ minLength: 1, maxLength: 8_000 });
/** A screen has no more; a picture of it is kept for each step. */
const pixels = Type.Integer({ minimum: 100, maximum: 4_096 });
const answer = {
  accept: Type.Boolean(),
  text: Type.Optional(Type.String({ maxLength: 10_000 })),
  message: Type.Optional(Type.String({ maxLength: 1_000, description: 'What it must say' })),
};
const dialog = { target: anyTarget };
const awaited = { target: anyTarget, gone: Type.Optional(Type.Boolean()) };

/** Where a person goes: addresses, tabs, dialogs, and waiting. */
export const travelActions = {
  open: {
    web: form('Go to an address that begins with http:// or https://.', { url }),
    phone: form('Opens a link, such as shop://cart/1 or https://…, in the app.', { url }),
    given: 'url',
    say: (input) => `open ${input.url}`,
  },
  back: {
    web: form('Go back to the page before.', {}),
    phone: form('Goes back, as the back button or gesture does.', {}),
    say: doing('go back'),
  },
  forward: { web: form('Go forward again after going back.', {}), say: doing('go forward') },
  reload: { web: form('Load the page anew.', {}), say: doing('reload the page') },
  switch_tab: {
    web: form(
      'Look at another open tab, named by its title, its address, or its number from 1 (-1 is the last).',
      {
        title: Type.Optional(Type.String({ maxLength: 1_000 })),
        url: Type.Optional(Type.String({ maxLength: 8_000 })),
        index: Type.Optional(Type.Integer({ minimum: -1, maximum: 1_000 })),
      },
    ),
    say({ index, title, url }) {
      if (typeof index === 'number') return `switch to the ${ordinal(index)} tab`;
      const name = title ?? url;
      return name === undefined ? 'switch to the other tab' : `switch to the tab ${quoted(name)}`;
    },
  },
  open_in_tab: {
    web: form('Open a link in a new tab, which is looked at, or (background) in one that is not.', {
      target: Target,
      background: Type.Optional(Type.Boolean()),
    }),
    purpose: 'click',
    dialogs: 'opens',
    unsaid: { background: false },
    say: (input) => `open ${targetIn(input)} in a ${input.background === true ? 'background' : 'new'} tab`,
  },
  close_tab: {
    web: form('Close the tab that is looked at; the one before it comes back.', {}),
    say: doing('close the tab'),
  },
  answer_dialog: {
    web: form(
      'Answer the dialog that a script of the page has opened: accept it or not, with a text where it asks for one.',
      answer,
    ),
    phone: form('Accepts or dismisses the alert that is open.', answer),
    dialogs: 'leaves',
    typed: 'text',
    say({ accept, text, message }) {
      const which = message === undefined ? '' : ` ${quoted(message)}`;
      return text === undefined
        ? `${accept === true ? 'accept' : 'dismiss'} the dialog${which}`
        : `answer the prompt${which} with ${quoted(text)}`;
    },
  },
  confirm: {
    web: form(
      'Say yes to the question of a script, or to the dialog in front by the only button of it that says so.',
      {},
    ),
    dialogs: 'leaves',
    say: doing('confirm'),
  },
  close_dialog: {
    web: form(
      'Close the dialog that is in front, or the one that is named, by its close button or Escape.',
      dialog,
    ),
    phone: form('Closes the alert or dialog that is in front, or the one that is named.', dialog),
    dialogs: 'leaves',
    say: (input) => `close ${input.target === undefined ? 'the dialog' : targetIn(input)}`,
  },
  resize: {
    web: form('Set the size of the page in pixels.', { width: pixels, height: pixels }),
    say: (input) => `set the window to ${input.width} × ${input.height}`,
  },
  wait_for: {
    web: form(
      'Wait until a text or a thing is on the page, or (gone) no longer there; or only for a number of seconds.',
      {
        text: Type.Optional(Type.String({ maxLength: 1_000 })),
        ...awaited,
        seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 300 })),
      },
    ),
    phone: form('Waits until a text or an element is on the screen, or gone; or just for some seconds.', {
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      ...awaited,
      seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 300 })),
    }),
    dialogs: 'leaves',
    say: (input) => `wait ${input.seconds} seconds`,
  },
} satisfies Record<string, Action>;
