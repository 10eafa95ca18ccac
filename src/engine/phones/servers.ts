import { parseUrl } from '../../kernel/url.ts';
import type { Platform } from '../task.ts';

export type PhonePlatform = Exclude<Platform, 'web'>;
export const phonePlatforms = ['ios', 'android'] as const satisfies readonly PhonePlatform[];

export interface AppiumServer {
  /** Without credentials, query and a slash at its end. */
  readonly url: string;
  /** The header's value where the address carries a user and a password. */
  readonly authorization: string | null;
  readonly platforms: readonly PhonePlatform[];
  /** How many sessions it gives at once. */
  readonly slots: number;
  /** It hands out phones of its own: each session gets another one. */
  readonly isGrid: boolean;
}

export type Capabilities = Record<string, unknown>;

export interface AppiumCapabilities {
  readonly shared: Capabilities;
  readonly ios: Capabilities;
  readonly android: Capabilities;
}

const maxSlots = 1_000;

/** `http://user:password@host:4723/path;platform=ios;kind=grid;slots=2, …`. Throws an `Error` that says what is wrong with which one. */
export function parseAppiumServers(text: string): AppiumServer[] {
  return text.split(',').map((part, index) => parseServer(part.trim(), `Appium server ${index + 1}`));
}

/** A JSON object; what it holds under `ios` and `android` is for that platform only. */
export function parseCapabilities(text: string): AppiumCapabilities {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error('The Appium capabilities must be a JSON object; this is no JSON.');
  }
  const whole = 'The Appium capabilities';
  const { ios = {}, android = {}, ...shared } = objectOf(parsed, whole);
  const member = (value: unknown, name: PhonePlatform) => {
    const what = `The member "${name}" of the Appium capabilities`;
    return ownCapabilities(objectOf(value, what), what);
  };
  return {
    shared: ownCapabilities(shared, whole),
    ios: member(ios, 'ios'),
    android: member(android, 'android'),
  };
}

export function isOnThisMachine(server: AppiumServer): boolean {
  const host = new URL(server.url).hostname;
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function parseServer(text: string, which: string): AppiumServer {
  const [address = '', ...options] = text.split(';').map((part) => part.trim());
  const url = addressOf(address, which);
  let platforms: readonly PhonePlatform[] = phonePlatforms;
  let slots = 1;
  let isGrid = false;
  const given = new Set<string>();
  for (const option of options) {
    const [key = '', value = ''] = option.split('=', 2).map((part) => part.trim());
    if (given.has(key)) throw new Error(`${which} sets "${key}" twice.`);
    given.add(key);
    if (key === 'platform') platforms = [platformOf(value, which)];
    else if (key === 'slots') slots = slotsOf(value, which);
    else if (key === 'kind') isGrid = isGridOf(value, which);
    else
      throw new Error(`${which} has the unknown option "${key}"; there are "platform", "kind" and "slots".`);
  }
  if (slots > 1 && !isGrid) {
    throw new Error(
      `${which} gives ${slots} sessions at once only if it is a grid that hands out phones (add ";kind=grid"): a plain Appium server ends the first session when the second begins. List its phones in GANTRY_DEVICES instead.`,
    );
  }
  return { ...serverAt(url, which), platforms, slots, isGrid };
}

/** An address with its credentials apart. */
export function serverAt(url: URL, which: string): Pick<AppiumServer, 'url' | 'authorization'> {
  const { username, password } = url;
  return {
    url: `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`,
    authorization:
      username === '' && password === '' ? null : basic(decoded(username, which), decoded(password, which)),
  };
}

/** The text is never part of the message: it may hold a password. */
export function addressOf(text: string, which: string): URL {
  if (text === '') throw new Error(`${which} is empty: give its address, such as http://127.0.0.1:4723.`);
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${which} has no usable address: it must begin with http:// or https://.`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error(`The address of ${which} must hold neither "?" nor "#".`);
  }
  return url;
}

function platformOf(value: string, which: string): PhonePlatform {
  const platform = phonePlatforms.find((known) => known === value.toLowerCase());
  if (platform === undefined) throw new Error(`The platform of ${which} must be "ios" or "android".`);
  return platform;
}

function isGridOf(value: string, which: string): boolean {
  if (value === 'grid' || value === 'appium') return value === 'grid';
  throw new Error(
    `The kind of ${which} must be "appium" or "grid"; device clouds are listed in GANTRY_DEVICES.`,
  );
}

function slotsOf(value: string, which: string): number {
  const slots = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (slots < 1 || slots > maxSlots) {
    throw new Error(`The slots of ${which} must be a whole number from 1 to ${maxSlots}.`);
  }
  return slots;
}

function decoded(text: string, which: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`The user or password of ${which} holds a "%" that is not part of a code such as %2C.`);
  }
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${what} must be a JSON object.`);
  }
  return { ...value };
}

const standardCapabilities = new Set([
  'acceptInsecureCerts',
  'browserName',
  'browserVersion',
  'pageLoadStrategy',
  'platformName',
  'proxy',
  'setWindowRect',
  'strictFileInteractability',
  'timeouts',
  'unhandledPromptBehavior',
]);

/** Those that an operator has set; throws an `Error` for one that would take the place of the build under test. */
export function ownCapabilities(capabilities: Record<string, unknown>, what: string): Capabilities {
  const own = withVendorPrefix(capabilities);
  if ('appium:app' in own) {
    throw new Error(
      `${what} must not set "app": the run says which build is tested, and the phone would test another in its place.`,
    );
  }
  return own;
}

/** Appium takes its own only under its prefix, and people leave it out. */
export function withVendorPrefix(capabilities: Record<string, unknown>): Capabilities {
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, value]) => [
      name.includes(':') || standardCapabilities.has(name) ? name : `appium:${name}`,
      value,
    ]),
  );
}
