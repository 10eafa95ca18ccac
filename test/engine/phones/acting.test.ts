import { describe, expect, it } from 'vitest';
import type { Secret } from '../../../src/engine/acting/device.ts';
import { createPhone } from '../../../src/engine/phones/phone.ts';
import type { AppiumSession } from '../../../src/engine/phones/session.ts';
import type { WebDriver } from '../../../src/engine/phones/webdriver.ts';
import * as views from './screens/android-views.ts';
import * as compose from './screens/compose.ts';
import { view, window } from './screens/draw.ts';
import * as ios from './screens/ios-native.ts';
import { act } from './support.ts';

interface Pointer {
  type: string;
  x: number;
  y: number;
}

/** A phone that shows one screen, whatever is done to it, but for what `takes` makes of a text; it notes what is done. */
function phoneOn(
  source: string,
  secrets: Secret[] = [],
  takes: (source: string, text: string) => string = (same) => same,
) {
  let shown = source;
  const taps: Array<[number, number]> = [];
  const located: Array<[using: string, value: string]> = [];
  const client = {
    getPageSource: async () => shown,
    async performActions([{ actions }]: [{ actions: Pointer[] }]) {
      for (const { type, x, y } of actions) if (type === 'pointerMove') taps.push([x, y]);
    },
    executeScript: async () => false,
    async findElement(using: string, value: string) {
      located.push([using, value]);
      return { 'element-6066-11e4-a52e-4f735466cecf': '1' };
    },
    elementClear: async () => undefined,
    async elementSendKeys(_id: string, text: string) {
      shown = takes(shown, text);
    },
  };
  const session: AppiumSession = {
    platform: source.includes('XCUIElementType') ? 'ios' : 'android',
    id: 'a session',
    capabilities: {},
    call: (_signal, command) => command(client as unknown as WebDriver),
    fetch: async () => null,
    close: async () => undefined,
  };
  return { device: createPhone(session, { bundleId: null, secrets, recording: null }), taps, located };
}

function emailHolding(source: string, text: string): string {
  return source.replace('text="" resource-id="login_email"', `text="${text}" resource-id="login_email"`);
}

describe('a name without quotes', () => {
  const button = (text: string, y: number, more = {}) =>
    view('Button', [0, y, 393, 60], { text, clickable: true, ...more });
  const { device, taps } = phoneOn(
    window(
      button('Send Orders', 100),
      button('Delete', 200),
      button('DELETE', 300),
      button('Stop', 400, { enabled: false }),
    ),
  );
  const tap = (name: string) => act(device, 'click', { target: { name, described: true } }, 300);

  it('is taken only for the one thing that is called so', async () => {
    await tap('send order');
    expect(taps).toHaveLength(1);
    await expect(tap('stop')).rejects.toMatchObject({ name: 'ActionFailed' });
  });

  it.each([
    ['send', 'Nothing on the screen is called "send"'],
    ['delete', '2 things on the screen are called "delete"'],
  ])('gives no verdict where that is none or several: %s', async (name, message) => {
    await expect(tap(name)).rejects.toMatchObject({
      code: 'STEP_NOT_UNDERSTOOD',
      message: expect.stringContaining(message),
    });
  });
});

describe('a finger lands on', () => {
  it('the knob of a switch, and not on the words before it', async () => {
    const { device, taps } = phoneOn(ios.account);
    await act(device, 'click', { target: { name: 'Weekly report', role: 'switch' } });
    const whole = ios.account.replace(
      /<XCUIElementTypeSwitch [^>]*x="307"[^>]*><\/XCUIElementTypeSwitch>/g,
      '',
    );
    const old = phoneOn(whole);
    await act(old.device, 'click', { target: { name: 'Weekly report', role: 'switch' } });
    for (const [x, y] of [...taps, ...old.taps]) {
      expect(x).toBeGreaterThan(307);
      expect(x).toBeLessThan(358);
      expect(y).toBe(395);
    }
    expect([...taps, ...old.taps]).toHaveLength(2);
  });

  it('the words that were named, in pixels, and not on the middle of what is around them', async () => {
    const { device, taps } = phoneOn(compose.rides);
    expect(await act(device, 'click', { target: { name: 'Go Awfar' } })).toBe(
      'Tapped on the text "Go Awfar".',
    );
    const [[x, y] = [0, 0]] = taps;
    expect([x / 2.75, y / 2.75].map(Math.round)).toEqual([138, 276]);
  });
});

describe('a text goes into', () => {
  it.each([
    ['Email', '-android uiautomator', 'new UiSelector().resourceId("login_email")'],
    ['Password', 'xpath', expect.stringMatching(/EditText\[2\]$/)],
  ])('the field that its label names: %s', async (name, using, value) => {
    const { device, located } = phoneOn(compose.login, [], emailHolding);
    expect(await act(device, 'type', { target: { name }, text: 'x' })).toContain(`into the field "${name}"`);
    expect(located).toEqual([[using, value]]);
  });

  it('only where the field then holds it: what took nothing fails the test, what took a part is said', async () => {
    const type = (takes: (source: string, text: string) => string, text = 'hello') =>
      act(phoneOn(compose.login, [], takes).device, 'type', { target: { name: 'Email' }, text }, 500);
    await expect(type((same) => same)).rejects.toMatchObject({
      name: 'ActionFailed',
      message: 'The field "Email" did not take "hello": it is empty.',
      expected: 'the field "Email" holds "hello"',
      actual: 'it is empty',
    });
    expect(await type((source, text) => emailHolding(source, text.slice(0, 2)))).toBe(
      'Typed "hello" into the field "Email", which now holds "he".',
    );
    expect(await type((source, text) => emailHolding(source, `  ${text.toUpperCase()}`))).toBe(
      'Typed "hello" into the field "Email".',
    );
  });

  it('no field where the name belongs to something else', async () => {
    const { device, located } = phoneOn(compose.login);
    await expect(act(device, 'type', { target: { name: 'Sign up' }, text: 'x' }, 200)).rejects.toMatchObject({
      name: 'ActionFailed',
      message: expect.stringContaining('"Sign up" could not be found within 0.2 s'),
    });
    expect(located).toEqual([]);
  });
});

describe('a secret is covered', () => {
  const secret = (value: string): Secret => ({ name: 'token', value, hosts: null });

  it('in the list of things that a name may mean', async () => {
    const { device } = phoneOn(views.cart, [secret('Pineapples')]);
    await expect(act(device, 'click', { target: { name: 'Delete' } })).rejects.toMatchObject({
      code: 'STEP_AMBIGUOUS',
      message: expect.stringMatching(/in the list item "Apples .*in the list item "••• 3\.50/),
    });
  });

  it('before a text is cut: half of it would tell it still', async () => {
    const said = `${'a long tale '.repeat(4)}of hunter22-hunter22-hunter22`;
    const screen = window(view('Button', [0, 100, 393, 60], { text: said, enabled: false, clickable: true }));
    const { device } = phoneOn(screen, [secret('hunter22-hunter22-hunter22')]);
    const message = await act(device, 'click', { target: { role: 'button' } }, 100).catch(String);
    expect(message).toContain('a long tale');
    expect(message).not.toContain('hunter');
    expect(await device.snapshot(new AbortController().signal)).not.toContain('hunter');
  });

  it('also where it was looked for and is not there', async () => {
    const { device } = phoneOn(compose.login, [secret('hunter22')]);
    const message = await act(device, 'click', { target: { name: 'hunter22' } }, 100).catch(String);
    expect(message).toContain('"•••" could not be found within 0.1 s');
  });
});
