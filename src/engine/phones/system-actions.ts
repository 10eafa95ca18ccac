import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';
import { defineAction } from '../acting/action.ts';
import { ActionFailed, type DeviceAction, type Limits } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import { see } from '../scene/seeing.ts';
import { Target } from '../scene/target.ts';
import { answerDialog } from './alerts.ts';
import { closeDialog } from './close-dialog.ts';
import { editorKeyOf, pressEditorKey } from './editor-keys.ts';
import { pressKey } from './keys.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { notFound, stillThere, waitUntil } from './seek.ts';
import { tapOn } from './touch-actions.ts';

export function systemActions(view: PhoneView): DeviceAction[] {
  const isIos = view.session.platform === 'ios';
  const nothing = Type.Object({});
  return [
    defineAction({
      name: 'press',
      description:
        'Presses a key, such as enter, backspace, tab, volume_up, or what a keyboard offers for a field: search, go, done, next, send.',
      parameters: Type.Object({ key: Type.String({ maxLength: 50 }), target: Type.Optional(Target) }),
      async perform({ key, target }, limits) {
        if (target !== undefined) await tapOn(view, { target, purpose: 'type', mustBeEnabled: true }, limits);
        const editorKey = editorKeyOf(key);
        if (editorKey !== null) return pressEditorKey(view, editorKey, limits.signal);
        await pressKey(view.session, key, limits.signal);
        return `Pressed ${key}.`;
      },
    }),
    defineAction({
      name: 'back',
      description: 'Goes back, as the back button or gesture does.',
      parameters: nothing,
      async perform(_input, { signal }) {
        await view.session.call(signal, (client) => client.back());
        return 'Went back.';
      },
    }),
    defineAction({
      name: 'home',
      description: 'Goes to the home screen of the phone.',
      parameters: nothing,
      async perform(_input, { signal }) {
        await pressKey(view.session, 'home', signal);
        return 'Went to the home screen.';
      },
    }),
    defineAction({
      name: 'answer_dialog',
      description: 'Accepts or dismisses the alert that is open.',
      parameters: Type.Object({
        accept: Type.Boolean(),
        text: Type.Optional(Type.String({ maxLength: 10_000 })),
      }),
      perform: (input, limits) => answerDialog(view, input, limits),
    }),
    defineAction({
      name: 'close_dialog',
      description: 'Closes the alert or dialog that is in front, or the one that is named.',
      parameters: Type.Object({ target: Type.Optional(Target) }),
      perform: ({ target }, limits) => closeDialog(view, target, limits),
    }),
    defineAction({
      name: 'hide_keyboard',
      description: 'Hides the keyboard, if it is shown.',
      parameters: nothing,
      async perform(_input, { signal }) {
        const isShown = await script<unknown>(view, 'mobile: isKeyboardShown', {}, signal);
        if (isShown === false) return 'The keyboard was hidden already.';
        await script(view, 'mobile: hideKeyboard', {}, signal);
        return 'Hid the keyboard.';
      },
    }),
    defineAction({
      name: 'relaunch',
      description: 'Ends the app and starts it again.',
      parameters: nothing,
      async perform(_input, { signal }) {
        const app = { [isIos ? 'bundleId' : 'appId']: appIdOf(view) };
        await script(view, 'mobile: terminateApp', app, signal);
        await script(view, 'mobile: activateApp', app, signal);
        return 'Started the app anew.';
      },
    }),
    defineAction({
      name: 'background',
      description: 'Puts the app in the background for some seconds.',
      parameters: Type.Object({ seconds: Type.Number({ minimum: 0, maximum: 60 }) }),
      async perform({ seconds }, { signal }) {
        await script(view, 'mobile: backgroundApp', { seconds }, signal);
        return `Put the app in the background for ${seconds} seconds.`;
      },
    }),
    defineAction({
      name: 'open',
      description: 'Opens a link, such as shop://cart/1 or https://…, in the app.',
      parameters: Type.Object({ url: Type.String({ minLength: 1, maxLength: 8_000 }) }),
      async perform({ url }, { signal }) {
        if (!/^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url)) {
          throw new ActionFailed(
            view.cover.text(`"${url}" is not a link: it must start with a scheme, such as https: or shop:.`),
          );
        }
        const app = view.appId === null ? {} : { [isIos ? 'bundleId' : 'package']: view.appId };
        await script(view, 'mobile: deepLink', { url, ...app }, signal);
        return view.cover.text(`Opened ${url}.`);
      },
    }),
    defineAction({
      name: 'rotate',
      description: 'Turns the phone.',
      parameters: Type.Object({ orientation: oneOf(['portrait', 'landscape']) }),
      async perform({ orientation }, { signal }) {
        const turn = (to: string, limit: AbortSignal) =>
          view.session.call(limit, (client) => client.setOrientation(to.toUpperCase()));
        if (orientation === 'landscape')
          view.restoring.note('orientation', (ending) => turn('portrait', ending));
        await turn(orientation, signal);
        return `Turned the phone to ${orientation}.`;
      },
    }),
    defineAction({
      name: 'wait_for',
      description: 'Waits until a text or an element is on the screen, or gone; or just for some seconds.',
      parameters: Type.Object({
        text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
        target: Type.Optional(Target),
        gone: Type.Optional(Type.Boolean()),
        seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 120 })),
      }),
      perform: (input, limits) => waitFor(view, input, limits),
    }),
  ];
}

interface WaitInput {
  text?: string;
  target?: Target;
  gone?: boolean;
  seconds?: number;
}

async function waitFor(
  view: PhoneView,
  { text, target, gone = false, seconds }: WaitInput,
  limits: Limits,
): Promise<string> {
  const sought = target ?? (text === undefined ? undefined : { name: text });
  if (sought === undefined) {
    await delay((seconds ?? 1) * 1_000, undefined, { signal: limits.signal });
    return `Waited ${seconds ?? 1} seconds.`;
  }
  const patience = seconds === undefined ? limits : { ...limits, timeoutMs: seconds * 1_000 };
  await waitUntil(
    view,
    patience,
    (scene) => (see(scene, sought) !== null) !== gone,
    (scene) =>
      gone ? stillThere(sought, view) : notFound(view, scene, { target: sought, purpose: 'look' }, patience),
  );
  return view.cover.text(`"${sought.name ?? sought.ref ?? sought.role}" is ${gone ? 'gone' : 'there'}.`);
}

function appIdOf({ appId }: PhoneView): string {
  if (appId !== null) return appId;
  throw new ExecutionFailure(
    'APP_NOT_INSTALLED',
    "The app can't be restarted: its bundle identifier is not known.",
  );
}
