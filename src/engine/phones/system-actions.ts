import { setTimeout as delay } from 'node:timers/promises';
import { parseUrl } from '../../kernel/url.ts';
import type { InputOf } from '../acting/catalogue.ts';
import { ActionFailed, type Limits } from '../acting/device.ts';
import type { Performers } from '../acting/perform.ts';
import { ExecutionFailure } from '../report.ts';
import { see } from '../scene/seeing.ts';
import { answerDialog, closeDialog } from './dialogs.ts';
import { notFound, stillThere, waitUntil } from './find-on-screen.ts';
import { editorKeyOf, pressEditorKey, pressKey } from './keys.ts';
import type { PhoneView } from './phone-view.ts';
import { script } from './script.ts';
import { tapOn } from './touch-actions.ts';

export function systemActions(view: PhoneView) {
  const isIos = view.session.platform === 'ios';
  return {
    async press({ key, target }, limits) {
      if (target !== undefined) await tapOn(view, { target, purpose: 'type', mustBeEnabled: true }, limits);
      const editorKey = editorKeyOf(key);
      if (editorKey !== null) return pressEditorKey(view, editorKey, limits.signal);
      await pressKey(view, key, limits.signal);
      return `Pressed ${key}.`;
    },
    async back(_input, { signal }) {
      await view.session.call(signal, (client) => client.back());
      return 'Went back.';
    },
    async home(_input, { signal }) {
      await pressKey(view, 'home', signal);
      return 'Went to the home screen.';
    },
    answer_dialog: (input, limits) => answerDialog(view, input, limits),
    close_dialog: ({ target }, limits) => closeDialog(view, target, limits),
    async hide_keyboard(_input, { signal }) {
      const isShown = await script<unknown>(view, 'mobile: isKeyboardShown', {}, signal);
      if (isShown === false) return 'The keyboard was hidden already.';
      await script(view, 'mobile: hideKeyboard', {}, signal);
      return 'Hid the keyboard.';
    },
    async relaunch(_input, { signal }) {
      const app = { [isIos ? 'bundleId' : 'appId']: appIdOf(view) };
      await script(view, 'mobile: terminateApp', app, signal);
      await script(view, 'mobile: activateApp', app, signal);
      return 'Started the app anew.';
    },
    async background({ seconds }, { signal }) {
      await script(view, 'mobile: backgroundApp', { seconds }, signal);
      return `Put the app in the background for ${seconds} seconds.`;
    },
    async open({ url }, { signal }) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(url) || parseUrl(url) === null) {
        throw new ActionFailed(
          view.mask.text(`"${url}" is not a link: it must start with a scheme, such as https: or shop:.`),
        );
      }
      const app = view.appId === null ? {} : { [isIos ? 'bundleId' : 'package']: view.appId };
      await script(view, 'mobile: deepLink', { url, ...app }, signal);
      return view.mask.text(`Opened ${url}.`);
    },
    async rotate({ orientation }, { signal }) {
      const turn = (to: string, limit: AbortSignal) =>
        view.session.call(limit, (client) => client.setOrientation(to.toUpperCase()));
      if (orientation === 'landscape')
        view.restoring.note('orientation', (ending) => turn('portrait', ending));
      await turn(orientation, signal);
      return `Turned the phone to ${orientation}.`;
    },
    wait_for: (input, limits) => waitFor(view, input, limits),
  } satisfies Partial<Performers<'phone'>>;
}

async function waitFor(
  view: PhoneView,
  { text, target, gone = false, seconds }: InputOf<'phone', 'wait_for'>,
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
  return view.mask.text(`"${sought.name ?? sought.ref ?? sought.role}" is ${gone ? 'gone' : 'there'}.`);
}

function appIdOf({ appId }: PhoneView): string {
  if (appId !== null) return appId;
  throw new ExecutionFailure(
    'APP_NOT_INSTALLED',
    "The app can't be restarted: its bundle identifier is not known.",
  );
}
