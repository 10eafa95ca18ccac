import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Device, Secret } from '../../../dist/devices/device.js';
import { parseAppiumServers, parseCapabilities } from '../../../dist/devices/mobile/servers.js';
import { find } from '../../../dist/scene/find.js';
import { screenLines } from '../../../dist/scene/painted-text.js';
import { heldBy } from '../../../dist/scene/seeing.js';
import type { Target } from '../../../dist/scene/target.js';
import { type RunningAppium, startAppium } from './appium-server.ts';
import { act, apk, appFile, appZip, createPhones, log, never, request, withPrepared } from './support.ts';

let appium: RunningAppium;
let place: Awaited<ReturnType<typeof withPrepared>>;
const open: Device[] = [];

beforeAll(async () => {
  [appium, place] = await Promise.all([startAppium(), withPrepared()]);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((device) => device.close()));
  expect((await appium.journal()).open).toEqual([]);
});
afterAll(async () => {
  await appium.close();
  await place.remove();
});

async function openPhone(platform: 'ios' | 'android', secrets: Secret[] = []): Promise<Device> {
  const [server] = parseAppiumServers(appium.url);
  if (server === undefined) throw new TypeError('no server');
  const pool = createPhones({
    server,
    capabilities: parseCapabilities('{}'),
    handOver: 'auto',
    prepared: place.prepared,
    log,
  });
  const app = platform === 'ios' ? appFile('Shop.app.zip', await appZip()) : appFile('shop.apk', await apk());
  const device = await pool.open(request(platform, app, secrets), never);
  open.push(device);
  return device;
}

async function textOn(device: Device): Promise<string> {
  return screenLines(await device.scene(never)).join('\n');
}

/** The things that a target names right now, with what they hold; only those that are seen. */
async function foundOn(device: Device, target: Target) {
  const scene = await device.scene(never);
  const { matches, isSeen } = find(scene, target);
  return isSeen ? matches.map(({ thing }) => ({ ...thing, value: heldBy(scene, thing) })) : [];
}

async function signIn(device: Device): Promise<void> {
  await act(device, 'type', { target: { name: 'Username' }, text: 'alice' });
  await act(device, 'type', { target: { name: 'Password' }, text: 'wonderland' });
  await act(device, 'click', { target: { name: 'Sign in', role: 'button' } });
  await act(device, 'wait_for', { text: 'Welcome, alice' });
}

describe.each(['android', 'ios'] as const)('a phone with %s', (platform) => {
  it('signs in, opens a row and goes back, and shows at each screen what is there', async () => {
    const device = await openPhone(platform);
    expect(await textOn(device)).toContain('Sign in to your account');
    expect(await device.snapshot(never)).toMatch(/- textbox "(Username|username)" .*\[ref=e\d+\]/i);
    await signIn(device);
    expect((await textOn(device)).split('\n')).toContain('Item 3');
    await act(device, 'click', { target: { name: 'Item 3' } });
    expect(await textOn(device)).toContain('All about item 3 & "more" <of it>');
    expect(await act(device, 'back')).toBe('Went back.');
    expect(await foundOn(device, { name: 'Welcome, alice' })).toHaveLength(1);
  });

  it('says that a password is wrong as the app does, and keeps typed passwords out of the snapshot', async () => {
    const device = await openPhone(platform);
    await act(device, 'type', { target: { name: 'username' }, text: 'bob' });
    await act(device, 'type', { target: { role: 'field', name: 'password' }, text: 'hunter22' });
    await act(device, 'click', { target: { name: 'sign in' } });
    expect(await textOn(device)).toContain('Wrong user or password');
    const snapshot = await device.snapshot(never);
    expect(snapshot).toContain(': bob');
    expect(snapshot).toContain('••••••••');
    expect(snapshot).not.toContain('hunter22');
  });

  it('replaces, appends and clears what a field holds', async () => {
    const device = await openPhone(platform);
    const value = async () => (await foundOn(device, { name: 'Username', role: 'field' }))[0]?.value;
    await act(device, 'type', { target: { name: 'Username' }, text: 'one' });
    await act(device, 'type', { target: { name: 'Username' }, text: 'two' });
    expect(await value()).toBe('two');
    await act(device, 'type', { target: { name: 'Username' }, text: '+', replace: false });
    expect(await value()).toBe('two+');
    await act(device, 'clear', { target: { name: 'Username' } });
    expect(await value()).toBe('');
  });

  it('scrolls to what is off the screen, forth and back', async () => {
    const device = await openPhone(platform);
    await signIn(device);
    await act(device, 'scroll', { target: { name: 'Item 38' } }, 20_000);
    expect(await foundOn(device, { name: 'Item 38' })).toHaveLength(1);
    await act(device, 'click', { target: { name: 'Item 2' } }, 20_000);
    expect(await textOn(device)).toContain('All about item 2');
  });

  it('refuses an ambiguous name with its candidates, and takes one by its place or its row', async () => {
    const device = await openPhone(platform);
    await signIn(device);
    await expect(act(device, 'click', { target: { name: 'Delete' } })).rejects.toMatchObject({
      name: 'ExecutionFailure',
      code: 'STEP_AMBIGUOUS',
      message: expect.stringMatching(
        /^"Delete" names 11 things: 1\. button "Delete" in the (list item|row) "Item 1 .*Say which/,
      ),
    });
    await act(device, 'click', { target: { name: 'Delete', within: { name: 'Item 2' } } });
    expect(await textOn(device)).toContain('Delete Item 2?');
    expect(await act(device, 'answer_dialog', { accept: true })).toContain('Delete Item 2?');
    expect(await textOn(device)).not.toMatch(/^Item 2$/m);
    await act(device, 'click', { target: { name: 'Delete', nth: 2 } });
    await act(device, 'click', { target: { name: 'Keep' } });
    expect(await textOn(device)).toMatch(/^Item 3$/m);
  });

  it('answers an alert with text, and says when there is none', async () => {
    const device = await openPhone(platform);
    await expect(act(device, 'answer_dialog', { accept: true }, 300)).rejects.toThrow(
      'There is no dialog to answer.',
    );
    await act(device, 'click', { target: { name: 'Forgot password?' } });
    expect(await textOn(device)).toContain('Which address shall we write to?');
    await act(device, 'answer_dialog', { accept: true, text: 'a@example.com' });
    expect(await textOn(device)).toContain('A letter is on its way to a@example.com');
  });

  it('turns switches by their label, chooses options, and types into a field that only a label names', async () => {
    const device = await openPhone(platform);
    await act(device, 'open', { url: 'shop://settings' });
    await act(device, 'check', { target: { name: 'Notifications' }, checked: true });
    expect((await foundOn(device, { name: 'Notifications', role: 'switch' }))[0]?.isChecked).toBe(true);
    expect(await act(device, 'check', { target: { name: 'Notifications' }, checked: true })).toContain(
      'already',
    );
    await act(device, 'select', { target: { name: 'Theme' }, option: 'Night' }, 10_000);
    expect((await foundOn(device, { name: 'Theme', role: 'dropdown' }))[0]?.value).toBe('Night');
    await act(device, 'type', { target: { name: 'Nickname' }, text: 'Al' });
    // Enabled only some time after the typing.
    await act(device, 'click', { target: { name: 'Save' } });
    expect(await textOn(device)).toContain('Saved as Al');
  });

  it('types each text into the field that its label names, wherever the label stands', async () => {
    const device = await openPhone(platform);
    await act(device, 'open', { url: 'shop://account' });
    await act(device, 'type', { target: { name: 'Email' }, text: 'a@example.com' });
    await act(device, 'type', { target: { name: 'Password' }, text: 'abc' });
    await act(device, 'type', { target: { name: 'pin_field' }, text: 'de', replace: false });
    await act(device, 'click', { target: { name: 'Log in', role: 'button' } });
    expect(await textOn(device)).toContain('a@example.com has a password of 5 letters');
    expect((await foundOn(device, { name: 'Email', role: 'field' }))[0]?.value).toBe('a@example.com');
  });

  it('fails the test where the app does not let it: disabled, stuck, missing, or no field', async () => {
    const device = await openPhone(platform);
    await act(device, 'open', { url: 'shop://settings' });
    const fails = (name: string, input: object) => expect(act(device, name, input, 400)).rejects;
    await fails('click', { target: { name: 'Never' } }).toThrow('The button "Never" is disabled.');
    await fails('check', { target: { name: 'Frozen' }, checked: true }).toThrow(/"Frozen" did not turn on/);
    await fails('click', { target: { name: 'Savee' } }).toThrow(
      /"Savee" could not be found within 0\.4 s; there is button "Save"/,
    );
    await fails('type', { target: { name: 'Never' }, text: 'x' }).toMatchObject({ name: 'ActionFailed' });
    await fails('select', { target: { name: 'Theme' }, option: 'Plaid' }).toThrow(/Plaid/);
    await fails('click', {}).toThrow(/"click" was given what it can't take/);
    await fails('click', { target: {} }).toThrow('Say what is meant');
    await fails('press', { key: 'F13' }).toThrow('This phone has no key "F13"');
    await fails('open', { url: 'no link' }).toThrow('is no link');
  });

  it('keeps references while the element stays, and names a stale one', async () => {
    const device = await openPhone(platform);
    const refOf = (snapshot: string) => /"Sign in".*?\[ref=(e\d+)\]/.exec(snapshot)?.[1];
    const ref = refOf(await device.snapshot(never));
    await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
    expect(refOf(await device.snapshot(never))).toBe(ref);
    await act(device, 'click', { target: { ref } });
    expect(await textOn(device)).toContain('Wrong user or password');
    await expect(act(device, 'click', { target: { ref: 'e99999' } }, 200)).rejects.toThrow(
      'There is no element e99999 on the screen any more: take a new snapshot.',
    );
  });

  it('refuses a reference whose place another row has taken since the snapshot', async () => {
    const device = await openPhone(platform);
    await signIn(device);
    const ref = /\[ref=(e\d+)\]\n +- text: Item 2$/m.exec(await device.snapshot(never))?.[1];
    await act(device, 'click', { target: { name: 'Delete', within: { name: 'Item 1' } } });
    await act(device, 'answer_dialog', { accept: true });
    await expect(act(device, 'click', { target: { ref } })).rejects.toThrow(
      /was the (list item|row) "Item 2 .*" and is the (list item|row) "Item 3 .*" now: take a new/,
    );
  });

  it('swipes, presses long and double, turns, and uses the keys and the life cycle of the phone', async () => {
    const device = await openPhone(platform);
    await act(device, 'open', { url: 'shop://pages' });
    await act(device, 'swipe', { direction: 'left' });
    expect(await textOn(device)).toContain('Page 2');
    await act(device, 'long_press', { target: { name: 'Hold me' } });
    await act(device, 'click', { target: { name: 'Hold me' }, count: 2 });
    expect(await textOn(device)).toContain('Pressed: hold tap tap');
    await act(device, 'open', { url: 'shop://item/7' });
    await act(device, 'rotate', { orientation: 'landscape' });
    expect(await textOn(device)).toContain('Held sideways');
    await act(device, 'background', { seconds: 1 });
    await act(device, 'home');
    expect(await textOn(device)).toBe('Home screen');
    await act(device, 'relaunch');
    expect(await textOn(device)).toContain('Sign in to your account');
    await act(device, 'wait_for', { text: 'Loading', gone: true });
    await act(device, 'hide_keyboard');
    await device.settle(never);
    expect([device.incidents(), await device.trace(never)]).toEqual([[], null]);
  });

  it('reads a screen of several thousand elements, and keeps the snapshot within bounds', async () => {
    const device = await openPhone(platform);
    await act(device, 'open', { url: 'shop://long' });
    const snapshot = await device.snapshot(never);
    expect(snapshot.length).toBeLessThan(61_000);
    expect(snapshot).toContain('- text: Line 3');
    expect(snapshot).toMatch(/more by scrolling: .*"Line \d+/);
    expect(await foundOn(device, { name: 'Line 1400' })).toEqual([]);
  });

  it('covers secrets in snapshots, sentences and pictures', async () => {
    const device = await openPhone(platform, [{ name: 'token', value: 'tok-12345', hosts: null }]);
    await act(device, 'open', { url: 'shop://settings' });
    const said = await act(device, 'type', { target: { name: 'Nickname' }, text: 'tok-12345' });
    expect(said).not.toContain('tok-12345');
    const plain = await (await openPhone(platform)).screenshot(never);
    expect(plain.subarray(1, 4).toString()).toBe('PNG');
    const covered = await device.screenshot(never);
    expect(covered.equals(plain)).toBe(false);
    await act(device, 'click', { target: { name: 'Save' } });
    expect(await device.snapshot(never)).toContain('Saved as •••');
    expect(await device.snapshot(never)).not.toContain('tok-12345');
  });

  it('keeps a secret that is bound to hosts from every app, and looks for it all the same', async () => {
    const device = await openPhone(platform, [
      { name: 'token', value: 'tok-12345', hosts: ['shop.example.com'] },
    ]);
    await act(device, 'open', { url: 'shop://settings' });
    const before = (await appium.journal()).commands.length;
    for (const [name, input] of [
      ['type', { target: { name: 'Nickname' }, text: 'my tok-12345' }],
      ['open', { url: 'shop://settings?q=tok-12345' }],
    ] as const) {
      await expect(act(device, name, input)).rejects.toMatchObject({
        name: 'ExecutionFailure',
        code: 'SECRET_NOT_FOR_HOST',
        message: expect.stringContaining('{{token}}'),
      });
    }
    expect((await appium.journal()).commands.slice(before)).toEqual([]);
    expect(await foundOn(device, { name: 'tok-12345' })).toEqual([]);
  });
});

it.each(['ios', 'android'] as const)(
  'hides the keyboard of %s before it taps on what lies under it, and never takes a key for a button',
  async (platform) => {
    const device = await openPhone(platform);
    await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
    const before = (await appium.journal()).commands.length;
    await act(device, 'click', { target: { name: 'Sign in' } });
    expect((await appium.journal()).commands.slice(before)).toContain('mobile: hideKeyboard');
    expect(await textOn(device)).toContain('Wrong user or password');
  },
);

it('lets the keyboard of Android be where it covers nothing that is tapped', async () => {
  const device = await openPhone('android');
  await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
  const before = (await appium.journal()).commands.length;
  await act(device, 'click', { target: { name: 'Remember me' } });
  expect((await appium.journal()).commands.slice(before)).not.toContain('mobile: hideKeyboard');
});

it('shows the toast of Android, which has no place on the screen', async () => {
  const device = await openPhone('android');
  await act(device, 'press', { key: 'Enter' });
  expect(await textOn(device)).toContain('Key 66');
});
