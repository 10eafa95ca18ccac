import { describe, expect, onTestFinished, test } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import type { Device, DevicePool, Secret } from '../../../src/engine/acting/device.ts';
import { noBrowser, openDevice, serve, usePool, why } from '../browser/support.ts';
import { type Phones, usePhones } from '../phones/phones.ts';
import { act, never } from '../phones/support.ts';
import { foundOn, signIn, textOn } from './on-device.ts';
import { shopPage } from './shop-page.ts';

interface Kind {
  readonly name: string;
  readonly isSkipped: boolean;
  /** The shop, at its first screen. */
  open(secrets?: Secret[]): Promise<Shop>;
}

interface Shop {
  readonly device: Device;
  /** Of one of its screens. */
  address(screen: 'settings'): string;
}

/** The shop in a browser. */
export function browserKind(): Kind {
  const pool = usePool();
  return { name: `a browser${why}`, isSkipped: noBrowser, open: (secrets) => openPage(pool, secrets) };
}

/** The shop on a phone. */
export function phoneKind(platform: 'android' | 'ios'): Kind {
  const phones = usePhones();
  const name = platform === 'ios' ? 'a phone with iOS' : 'a phone with Android';
  return { name, isSkipped: false, open: (secrets) => openPhone(phones, platform, secrets) };
}

async function openPage(pool: () => Promise<DevicePool>, secrets: Secret[] = []): Promise<Shop> {
  const site = await serve({ '/': shopPage, '/settings': shopPage });
  const { device, open } = await openDevice(await pool(), { secrets });
  await open(site.url);
  return { device, address: (screen) => `${site.url}/${screen}` };
}

async function openPhone(phones: Phones, platform: 'android' | 'ios', secrets: Secret[] = []): Promise<Shop> {
  const device = await phones.open(platform, secrets);
  onTestFinished(() => device.close());
  return { device, address: (screen) => `shop://${screen}` };
}

/** What every device keeps. */
export function keepsContract(kinds: readonly Kind[]): void {
  describe.each(kinds)('$name', ({ isSkipped, open }) => {
    const it = isSkipped ? test.skip : test;

    it('tells of its actions as data, and of each act in one sentence', async () => {
      const { device } = await open();
      const names = device.actions.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { name, description, parameters } of device.actions) {
        expect(description.length, name).toBeGreaterThan(10);
        expect(parameters, name).toMatchObject({ type: 'object' });
      }
      const said = await act(device, 'type', { target: { name: 'Username' }, text: 'ada' });
      expect(said).toMatch(/^Typed "ada" into .*"Username"\.$/);
    });

    it('shows a scene in which each thing comes after what it lies in, and each text has its place', async () => {
      const { device } = await open();
      const { screen, things, runs } = await device.scene(never);
      expect(screen.width).toBeGreaterThan(100);
      expect(things[0]?.parent).toBe(-1);
      for (const { index, parent, end, textFrom, textTo } of things.slice(1)) {
        expect(parent).toBeGreaterThanOrEqual(-1);
        expect(parent).toBeLessThan(index);
        expect(end).toBeGreaterThan(index);
        expect(textTo).toBeGreaterThanOrEqual(textFrom);
      }
      for (const { text, owner, rect } of runs) {
        expect(things[owner]?.isVisible, text).toBe(true);
        expect(rect.width * rect.height, text).toBeGreaterThan(0);
      }
    });

    it('signs in, opens a row and goes back, and shows at each screen what is there', async () => {
      const { device } = await open();
      expect(await textOn(device)).toContain('Sign in to your account');
      await signIn(device);
      expect(await textOn(device)).toMatch(/^Item 3\b/m);
      await act(device, 'click', { target: { name: 'Item 3' } });
      expect(await textOn(device)).toContain('All about item 3 & "more" <of it>');
      await act(device, 'back');
      expect(await foundOn(device, { name: 'Welcome, alice' })).toHaveLength(1);
    });

    it('says that a password is wrong as the app does, and shows no letter of one', async () => {
      const { device } = await open();
      await act(device, 'type', { target: { name: 'username' }, text: 'bob' });
      await act(device, 'type', { target: { role: 'field', name: 'password' }, text: 'hunter22' });
      await act(device, 'click', { target: { name: 'sign in' } });
      expect(await textOn(device)).toContain('Wrong user or password');
      const snapshot = await device.snapshot(never);
      expect(snapshot).toContain(': bob');
      expect(snapshot).toContain('••••••••');
      expect(snapshot + JSON.stringify(await device.scene(never))).not.toContain('hunter22');
    });

    it('replaces, appends and clears what a field holds', async () => {
      const { device } = await open();
      const value = async () => (await foundOn(device, { name: 'Username', role: 'field' }))[0]?.value;
      await act(device, 'type', { target: { name: 'Username' }, text: 'one' });
      await act(device, 'type', { target: { name: 'Username' }, text: 'two' });
      expect(await value()).toBe('two');
      await act(device, 'type', { target: { name: 'Username' }, text: '+', replace: false });
      expect(await value()).toBe('two+');
      await act(device, 'type', { target: { name: 'Username' }, text: ' and more', replace: false });
      expect(await value()).toBe('two+ and more');
      await act(device, 'clear', { target: { name: 'Username' } });
      expect(await value()).toBe('');
    });

    it('types into the field that has the focus, and asks for one by name where none has it', async () => {
      const { device } = await open();
      await expect(act(device, 'type', { text: 'x' }, 300)).rejects.toMatchObject({
        name: 'ActionFailed',
        message: expect.stringMatching(/^No field got the focus within 0\.3 s.* Say which field/),
      });
      await act(device, 'click', { target: { name: 'Username', role: 'field' } });
      for (const text of ['alice', 'bob']) await act(device, 'type', { text });
      await act(device, 'type', { text: 'by', replace: false });
      expect((await foundOn(device, { name: 'Username', role: 'field' }))[0]?.value).toBe('bobby');
    });

    it('toggles what is on or off, and fails the test where that changes nothing', async () => {
      const { device, address } = await open();
      await act(device, 'open', { url: address('settings') });
      const toggle = (name: string) => act(device, 'toggle', { target: { name } }, 1_000);
      for (const isOn of [true, false]) {
        expect(await toggle('Notifications')).toMatch(isOn ? /\bon\b/ : /\boff\b/);
        expect((await foundOn(device, { name: 'Notifications', role: 'switch' }))[0]?.isChecked).toBe(isOn);
      }
      await expect(toggle('Frozen')).rejects.toMatchObject({
        name: 'ActionFailed',
        actual: expect.any(String),
      });
      await expect(toggle('Save')).rejects.toMatchObject({ name: 'ActionFailed' });
    });

    it('scrolls to what is off the screen, forth and back', async () => {
      const { device } = await open();
      await signIn(device);
      await act(device, 'scroll', { target: { name: 'Item 38' } }, 20_000);
      expect(await foundOn(device, { name: 'Item 38' })).toHaveLength(1);
      await act(device, 'click', { target: { name: 'Item 2' } }, 20_000);
      expect(await textOn(device)).toContain('All about item 2');
    });

    it('refuses an ambiguous name with its candidates, and takes one by its place or its row', async () => {
      const { device } = await open();
      await signIn(device);
      await expect(act(device, 'click', { target: { name: 'Delete' } })).rejects.toMatchObject({
        name: 'ExecutionFailure',
        code: 'STEP_AMBIGUOUS',
        message: expect.stringMatching(
          /^"Delete" names \d+ things: 1\. button "Delete" in the (list item|row) "Item 1 .*Say which/,
        ),
      });
      await act(device, 'click', { target: { name: 'Delete', where: [{ is: 'in', name: 'Item 2' }] } });
      expect(await textOn(device)).toContain('Delete Item 2?');
      expect(await act(device, 'answer_dialog', { accept: true })).toContain('Delete Item 2?');
      expect(await textOn(device)).not.toMatch(/^Item 2\b/m);
      await act(device, 'click', { target: { name: 'Delete', nth: 2 } });
      await act(device, 'answer_dialog', { accept: false });
      expect(await textOn(device)).toMatch(/^Item 3\b/m);
    });

    it('answers a question with text', async () => {
      const { device } = await open();
      await act(device, 'click', { target: { name: 'Forgot password?' } });
      expect(await textOn(device)).toContain('Which address shall we write to?');
      await act(device, 'answer_dialog', { accept: true, text: 'a@example.com' });
      expect(await textOn(device)).toContain('A letter is on its way to a@example.com');
    });

    it('dismisses a question as a dialog to be closed, and says when there is none to close', async () => {
      const { device } = await open();
      await act(device, 'click', { target: { name: 'Forgot password?' } });
      expect(await act(device, 'close_dialog')).toMatch(/^Dismissed .*Which address shall we write to\?/s);
      expect(await textOn(device)).not.toContain('Which address');
      expect(await textOn(device)).not.toContain('A letter is on its way');
      await expect(act(device, 'close_dialog', {}, 300)).rejects.toMatchObject({
        name: 'ActionFailed',
        message: expect.stringContaining('There is no dialog to close'),
      });
    });

    it('turns switches by their label, chooses options, and types into a field that only a label names', async () => {
      const { device, address } = await open();
      await act(device, 'open', { url: address('settings') });
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

    it('fails the test where the app does not let it, with what was expected, what there is, and where', async () => {
      const { device, address } = await open();
      await act(device, 'open', { url: address('settings') });
      const fails = (name: ActionName, input: object) => expect(act(device, name, input, 400)).rejects;
      const rect = { x: expect.any(Number), width: expect.any(Number) };
      const evidence = { expected: expect.any(String), actual: expect.any(String), rect };
      await fails('click', { target: { name: 'Never' } }).toMatchObject({
        name: 'ActionFailed',
        message: expect.stringContaining('disabled'),
        ...evidence,
      });
      await fails('check', { target: { name: 'Frozen' }, checked: true }).toMatchObject({
        name: 'ActionFailed',
        message: expect.stringContaining('"Frozen"'),
        ...evidence,
      });
      await fails('click', { target: { name: 'Savee' } }).toMatchObject({
        name: 'ActionFailed',
        message: expect.stringMatching(/^"Savee" could not be found within 0\.4 s; there is button "Save"/),
        ...evidence,
      });
      await fails('type', { target: { name: 'Never' }, text: 'x' }).toMatchObject({ name: 'ActionFailed' });
      await fails('select', { target: { name: 'Theme' }, option: 'Plaid' }).toThrow(/Plaid/);
      await fails('click', {}).toThrow(/"click" got invalid input/);
    });

    it('stops at once what waits for something when the run is over', async () => {
      const { device } = await open();
      const over = new AbortController();
      const limits = { signal: over.signal, timeoutMs: 600_000 };
      const waiting = device.perform('click', { target: { name: 'Nowhere' } }, limits);
      await device.scene(never);
      over.abort();
      await expect(waiting).rejects.toThrow();
    });

    it('gives references with a snapshot that actions take, and refuses one that it never gave', async () => {
      const { device } = await open();
      const refOf = (snapshot: string) => /"Sign in".*?\[ref=(\w+)\]/.exec(snapshot)?.[1];
      const ref = refOf(await device.snapshot(never));
      await act(device, 'type', { target: { name: 'Username' }, text: 'x' });
      await act(device, 'click', { target: { ref } });
      expect(await textOn(device)).toContain('Wrong user or password');
      await expect(act(device, 'click', { target: { ref: 'e99999' } }, 200)).rejects.toMatchObject({
        name: 'ActionFailed',
        message: expect.stringMatching(/^There is no .*e99999/),
      });
    });

    it('covers secrets in snapshots, sentences and pictures, which are PNG', async () => {
      const secrets = [{ name: 'token', value: 'tok-12345', hosts: null }];
      const { device, address } = await open(secrets);
      await act(device, 'open', { url: address('settings') });
      const before = await device.screenshot(never);
      const said = await act(device, 'type', { target: { name: 'Nickname' }, text: 'tok-12345' });
      expect(said).not.toContain('tok-12345');
      expect(before.subarray(1, 4).toString()).toBe('PNG');
      expect((await device.screenshot(never)).equals(before)).toBe(false);
      await act(device, 'click', { target: { name: 'Save' } });
      const snapshot = await device.snapshot(never);
      expect(snapshot).toContain('Saved as •••');
      expect(snapshot).not.toContain('tok-12345');
    });

    it('settles, tells of nothing that went wrong where nothing did, and is closed more than once', async () => {
      const { device } = await open();
      await device.settle(never);
      expect(await device.incidents()).toEqual([]);
      await device.close();
      await device.close();
      await expect(device.scene(never)).rejects.toThrow();
    });
  });
}
