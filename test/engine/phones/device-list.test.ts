import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeviceList } from '../../../src/engine/phones/device-list.ts';
import { parseCapabilities } from '../../../src/engine/phones/servers.ts';
import { ConfigError } from '../../../src/kernel/settings.ts';
import { loadConfig } from '../../../src/service/config.ts';
import { blocksOf } from '../../docs/blocks.js';
import { createTestFolder } from '../../support/service.js';

function read(text: string, environment: Record<string, string> = {}, capabilities = '{}') {
  return parseDeviceList(text, {
    environment,
    capabilities: parseCapabilities(capabilities),
    appDelivery: 'auto',
  });
}

const lab = `
devices:
  - {name: Pixel 8, platform: android, udid: 39121FDJH0027K, version: '15', model: Pixel 8, labels: [lab, fast]}
  - {name: emulator, platform: android, udid: emulator-5554}
  - {name: iPhone, platform: ios, server: 'http://mac:4723', udid: 00008030-001A35E40CF1802E, app: url}
  - {name: sim, platform: ios, server: 'http://mac:4723', simulator: iPhone 16, version: '18.2'}
`;

/** Each line stands for so many of the line before. */
function laughs(lines: number, each: number): string {
  const text = ['a0: &a0 [x]'];
  for (let line = 1; line <= lines; line += 1)
    text.push(`a${line}: &a${line} [${Array.from({ length: each }, () => `*a${line - 1}`).join(',')}]`);
  return `${text.join('\n')}\ndevices: *a${lines}`;
}

describe('the list of devices', () => {
  it('takes every list of docs/phones.md as it stands there', async () => {
    const lists = (await blocksOf('docs/phones.md', 'yaml')).filter((block) => block.startsWith('devices:'));
    expect(lists.length).toBeGreaterThan(2);
    const environment = { BROWSERSTACK_USERNAME: 'user', BROWSERSTACK_ACCESS_KEY: 'key' };
    for (const list of lists) expect(read(list, environment)).not.toEqual([]);
  });

  it('refuses an app among the capabilities: it would be tested in place of the build', () => {
    for (const name of ['app', 'appium:app']) {
      const list = `devices: [{name: a, platform: ios, capabilities: {"${name}": x}}]`;
      expect(() => read(list)).toThrow('"capabilities" of the device "a" must not set "app"');
      expect(() => parseCapabilities(`{"${name}": "x"}`)).toThrow('must not set "app"');
      expect(() => parseCapabilities(`{"ios": {"${name}": "x"}}`)).toThrow('The member "ios"');
    }
  });

  it('names each phone, tells real ones from virtual ones, and gives each the ports that it needs', () => {
    const [pixel, emulator, iphone, sim] = read(lab);
    expect(pixel).toMatchObject({
      name: 'Pixel 8',
      isNamed: true,
      kind: 'appium',
      identity: 'phone 39121FDJH0027K',
      server: { url: 'http://127.0.0.1:4723', platforms: ['android'], slots: 1, isGrid: false },
      version: '15',
      model: 'Pixel 8',
      labels: ['lab', 'fast'],
      isReal: true,
      capabilities: { shared: { 'appium:udid': '39121FDJH0027K' } },
      appDelivery: 'auto',
      cloud: null,
    });
    expect(emulator).toMatchObject({ isReal: false, identity: `phone emulator-5554 at ${hostname()}` });
    expect(iphone).toMatchObject({ isReal: true, appDelivery: 'url' });
    expect(iphone?.capabilities.shared).not.toHaveProperty('appium:wdaLocalPort');
    expect(sim).toMatchObject({ isReal: false, identity: 'phone iPhone 16 at mac' });
    expect(sim?.capabilities.shared).toEqual({
      'appium:deviceName': 'iPhone 16',
      'appium:platformVersion': '18.2',
      'appium:wdaLocalPort': 8101,
      'appium:mjpegServerPort': 9101,
    });
  });

  it('takes the capabilities of all sessions, of a platform and of the device, the nearest first', () => {
    const [phone] = read(
      'devices: [{name: a, platform: ios, udid: x, capabilities: {language: de, "custom:x": 1}}]',
      {},
      '{"language": "en", "noReset": true, "ios": {"noReset": false}, "android": {"language": "fr"}}',
    );
    expect(phone?.capabilities).toEqual({
      shared: { 'appium:language': 'de', 'custom:x': 1, 'appium:noReset': false, 'appium:udid': 'x' },
      ios: {},
      android: {},
    });
  });

  it('knows the addresses of device clouds and takes their keys from the environment', () => {
    const [phone] = read(
      `devices:
  - {name: cloud, kind: sauce, platform: ios, model: 'iPhone.*', version: '17', sessions: 5, username: me, accessKey: '\${SAUCE_KEY}', region: eu-central-1}`,
      { SAUCE_KEY: 'k3y' },
    );
    expect(phone).toMatchObject({
      kind: 'sauce',
      server: {
        url: 'https://ondemand.eu-central-1.saucelabs.com/wd/hub',
        authorization: `Basic ${Buffer.from('me:k3y').toString('base64')}`,
        slots: 5,
        isGrid: true,
      },
      isReal: null,
      capabilities: { shared: { 'appium:deviceName': 'iPhone.*', 'appium:platformVersion': '17' } },
      cloud: { username: 'me', accessKey: 'k3y', region: 'eu-central-1', uploadUrl: null },
    });
  });

  it.each([
    ['devices: [', /^It is no YAML: .+\.$/],
    ['[]', /must be an object with the member "devices"/],
    ['devices: [{name: a}]', /^In the list, the device "a" must have required properties platform\.$/],
    ['devices: [{platform: ios, name: a, labels: [x y]}]', /"labels\.0" of the device "a"/],
    ['devices: [{platform: ios, name: a, colour: red}]', /"colour" of the device "a" is unknown\./],
    ['devices: [{platform: ios, name: a, udid: x}, {platform: ios, name: a, udid: y}]', /the name "a"/],
    ['devices: [{platform: ios, name: a, udid: x}, {platform: ios, name: b}]', /say which phones they are/],
    ['devices: [{platform: ios, name: a, udid: x}, {platform: ios, name: b, udid: x}]', /are one phone/],
    [
      'devices: [{platform: android, name: a, udid: x, ports: {systemPort: 8201}}, {platform: android, name: b, udid: y, capabilities: {systemPort: 8201}}]',
      /The devices "a" and "b" share the port 8201\./,
    ],
    ['devices: [{platform: ios, name: a, sessions: 2}]', /list each phone of an Appium server by itself/],
    ['devices: [{platform: ios, name: a, kind: sauce}]', /"username" and "accessKey".+needed for sauce/],
    [`devices: [{platform: ios, name: a, accessKey: "\${KEY}"}]`, /^The variable KEY is not set\.$/],
  ])('is refused with a sentence where it is wrong: %s', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('takes aliases of what stands before them, as often as a list of phones needs them', () => {
    const phones = read(`
devices:
  - {name: a, platform: android, udid: a, labels: &lab [lab, fast], capabilities: &all {noReset: true}}
  - {name: b, platform: android, udid: b, labels: *lab, capabilities: *all}
`);
    expect(phones.map(({ labels }) => labels)).toEqual([
      ['lab', 'fast'],
      ['lab', 'fast'],
    ]);
    expect(phones[1]?.capabilities.shared).toMatchObject({ 'appium:noReset': true });
  });

  it.each([
    ['a cycle', 'devices:\n  - &a {name: a, platform: ios, capabilities: {x: *a}}', 2, 'it is part of', 51],
    ['a cycle by itself', '&a [*a]', 1, 'it is part of', 5],
    ['an alias of nothing', 'devices: [{name: a, platform: ios, accessKey: *hunter2}]', 1, 'its anchor', 47],
    ['an alias before its anchor', 'a: *b\nb: &b 1', 1, 'its anchor', 4],
    ['a billion laughs', laughs(9, 9), 6, 'more than 100000 values', 34],
    ['a pit', `devices: ${'['.repeat(20_000)}`, 1, 'nested too deeply', null],
    ['two documents', 'devices: []\n---\ndevices: []', null, 'more than one YAML document', null],
  ])('is refused by name and place, at once, where it holds %s', async (_what, text, line, said, col) => {
    const file = join(await createTestFolder(), 'devices.yaml');
    await writeFile(file, text);
    let message = '';
    try {
      loadConfig({}, { GANTRY_DEVICES: file });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = String(error);
    }
    expect(message).toContain(`GANTRY_DEVICES has a fault (${file}): `);
    expect(message).toContain(said);
    if (line !== null) expect(message).toContain(`line ${line}, column ${col ?? ''}`);
    expect(message).not.toContain('hunter2');
  });

  it('never repeats a password, whatever is wrong with it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          read(`devices: [{name: a, platform: ios, accessKey: hunter2secret, server: ${text}`);
        } catch (error) {
          expect(String(error)).not.toContain('hunter2secret');
        }
      }),
    );
  });
});
