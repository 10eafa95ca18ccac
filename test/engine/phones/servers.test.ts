import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOnThisMachine,
  parseAppiumServers,
  parseCapabilities,
} from '../../../src/engine/phones/servers.ts';

const server = fc.record({
  protocol: fc.constantFrom('http', 'https'),
  host: fc.constantFrom('127.0.0.1', 'localhost', 'grid.example.com', '[::1]'),
  port: fc.integer({ min: 1, max: 65_535 }).filter((port) => port !== 80 && port !== 443),
  path: fc.constantFrom('', '/', '/wd/hub', '/a/b/'),
  user: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
  platform: fc.option(fc.constantFrom('ios' as const, 'android' as const)),
  slots: fc.option(fc.integer({ min: 1, max: 1_000 })),
});

describe('the addresses of Appium servers', () => {
  it('come back with their credentials, platforms and slots, whatever these are', () => {
    fc.assert(
      fc.property(fc.array(server, { minLength: 1, maxLength: 4 }), (servers) => {
        const written = servers.map(({ protocol, host, port, path, user, platform, slots }) => {
          const credentials = user === null ? '' : `${encode(user)}:${encode(`${user}!`)}@`;
          const options = `${platform === null ? '' : ` ; platform=${platform}`}${slots === null ? '' : `;kind=grid;slots=${slots}`}`;
          return `${protocol}://${credentials}${host}:${port}${path}${options}`;
        });
        const parsed = parseAppiumServers(written.join(' , '));
        expect(parsed).toEqual(
          servers.map(({ protocol, host, port, path, user, platform, slots }) => ({
            url: `${protocol}://${host}:${port}${path.replace(/\/$/, '')}`,
            authorization:
              user === null ? null : `Basic ${Buffer.from(`${user}:${user}!`).toString('base64')}`,
            platforms: platform === null ? ['ios', 'android'] : [platform],
            slots: slots ?? 1,
            isGrid: slots !== null,
          })),
        );
      }),
    );
  });

  it('are read or refused with a sentence that never holds the password', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const written = `ftp://user:hunter2secret@host/${text}`;
        expect(() => parseAppiumServers(written)).toThrow(/^(?!.*hunter2secret).*\.$/s);
        try {
          expect(parseAppiumServers(text).length).toBeGreaterThan(0);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: .+\.$/s);
        }
      }),
    );
  });

  it.each([
    ['', 'Appium server 1 is empty: give its address, such as http://127.0.0.1:4723.'],
    ['http://a,,http://b', 'Appium server 2 is empty: give its address, such as http://127.0.0.1:4723.'],
    ['host:4723', 'Appium server 1 has no usable address: it must begin with http:// or https://.'],
    ['http://a;slots=0', 'The slots of Appium server 1 must be a whole number from 1 to 1000.'],
    ['http://a;platform=web', 'The platform of Appium server 1 must be "ios" or "android".'],
    [
      'http://a;slot=2',
      'Appium server 1 has the unknown option "slot"; there are "platform", "kind" and "slots".',
    ],
    [
      'http://a;slots=2',
      'Appium server 1 gives 2 sessions at once only if it is a grid that hands out phones (add ";kind=grid"): a plain Appium server ends the first session when the second begins. List its phones in GANTRY_DEVICES instead.',
    ],
    [
      'http://a;kind=sauce',
      'The kind of Appium server 1 must be "appium" or "grid"; device clouds are listed in GANTRY_DEVICES.',
    ],
    ['http://a;slots=1;slots=2', 'Appium server 1 sets "slots" twice.'],
    ['http://a/?x=1', 'The address of Appium server 1 must hold neither "?" nor "#".'],
  ])('%s is refused', (text, sentence) => {
    expect(() => parseAppiumServers(text)).toThrow(sentence);
  });

  it('say which servers run on this machine', () => {
    const isLocal = (url: string) => parseAppiumServers(url).map(isOnThisMachine)[0];
    expect(['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:4723'].map(isLocal)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['http://10.0.0.1', 'http://127.0.0.1.example.com'].map(isLocal)).toEqual([false, false]);
  });
});

describe('the capabilities', () => {
  it('are for all but what stands under a platform, and get the prefix that Appium wants', () => {
    expect(
      parseCapabilities(
        '{"deviceName": "x", "appium:udid": "y", "browserName": "", "ios": {"platformVersion": "18"}, "android": {"a:b": 1}}',
      ),
    ).toEqual({
      shared: { 'appium:deviceName': 'x', 'appium:udid': 'y', browserName: '' },
      ios: { 'appium:platformVersion': '18' },
      android: { 'a:b': 1 },
    });
  });

  it('are read, or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          expect(Object.keys(parseCapabilities(text))).toEqual(['shared', 'ios', 'android']);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: The .*Appium capabilities must be a JSON object.*\.$/);
        }
      }),
    );
  });
});

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
