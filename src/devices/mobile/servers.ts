import type { Platform } from '../device.ts';

export type PhonePlatform = Exclude<Platform, 'web'>;
const phonePlatforms = ['ios', 'android'] as const satisfies readonly PhonePlatform[];

export interface AppiumServer {
  /** Without credentials, query and a slash at its end. */
  readonly url: string;
  /** The header's value where the address carries a user and a password. */
  readonly authorization: string | null;
  readonly platforms: readonly PhonePlatform[];
  readonly slots: number;
}

export type Capabilities = Record<string, unknown>;

export interface AppiumCapabilities {
  readonly shared: Capabilities;
  readonly ios: Capabilities;
  readonly android: Capabilities;
}

const maxSlots = 1_000;

/** `http://user:password@host:4723/path;platform=ios;slots=2, …`. Throws an `Error` that says what is wrong with which one. */
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
  const { ios = {}, android = {}, ...shared } = objectOf(parsed, 'The Appium capabilities');
  return {
    shared: withVendorPrefix(shared),
    ios: withVendorPrefix(objectOf(ios, 'The member "ios" of the Appium capabilities')),
    android: withVendorPrefix(objectOf(android, 'The member "android" of the Appium capabilities')),
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
  const given = new Set<string>();
  for (const option of options) {
    const [key = '', value = ''] = option.split('=', 2).map((part) => part.trim());
    if (given.has(key)) throw new Error(`${which} sets "${key}" twice.`);
    given.add(key);
    if (key === 'platform') platforms = [platformOf(value, which)];
    else if (key === 'slots') slots = slotsOf(value, which);
    else throw new Error(`${which} has the unknown option "${key}"; there are "platform" and "slots".`);
  }
  const { username, password } = url;
  return {
    url: `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`,
    authorization:
      username === '' && password === '' ? null : basic(decoded(username, which), decoded(password, which)),
    platforms,
    slots,
  };
}

/** The text is never part of the message: it may hold a password. */
function addressOf(text: string, which: string): URL {
  if (text === '') throw new Error(`${which} is empty: give its address, such as http://127.0.0.1:4723.`);
  const url = URL.canParse(text) ? new URL(text) : null;
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

function basic(username: string, password: string): string {
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

/** Appium takes its own only under its prefix, and people leave it out. */
function withVendorPrefix(capabilities: Record<string, unknown>): Capabilities {
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, value]) => [
      name.includes(':') || standardCapabilities.has(name) ? name : `appium:${name}`,
      value,
    ]),
  );
}
