import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { oneOf } from '../../kernel/schema.ts';
import { readYaml } from '../../kernel/yaml.ts';
import { identityOf, type ListedPhone, type PhoneKind, phoneKinds } from '../listed-phone.ts';
import { deviceLabel, deviceVersion } from '../requested-device.ts';
import type { AppDelivery } from './app-delivery.ts';
import type { CloudAccount } from './clouds/cloud.ts';
import {
  type AppiumCapabilities,
  type AppiumServer,
  addressOf,
  basic,
  type Capabilities,
  ownCapabilities,
  phonePlatforms,
  serverAt,
  withVendorPrefix,
} from './servers.ts';

const port = Type.Integer({ minimum: 1, maximum: 65_535 });
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(?:.*\\S)?$' });

const Entry = Type.Object(
  {
    name,
    kind: Type.Optional(oneOf(phoneKinds)),
    server: Type.Optional(Type.String({ minLength: 1 })),
    platform: oneOf(phonePlatforms),
    udid: Type.Optional(name),
    emulator: Type.Optional(name),
    simulator: Type.Optional(name),
    real: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.String(deviceVersion)),
    model: Type.Optional(name),
    labels: Type.Optional(Type.Array(Type.String(deviceLabel), { maxItems: 20 })),
    sessions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    ports: Type.Optional(Type.Record(Type.String({ pattern: '^\\w+$' }), port)),
    capabilities: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    app: Type.Optional(oneOf(['auto', 'url', 'file'] as const)),
    username: Type.Optional(Type.String({ minLength: 1 })),
    accessKey: Type.Optional(Type.String({ minLength: 1 })),
    region: Type.Optional(Type.String({ pattern: '^[a-z0-9-]+$' })),
    uploadUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
  },
  { additionalProperties: false },
);
type Entry = Static<typeof Entry>;

const List = Compile(
  Type.Object({ devices: Type.Array(Entry, { maxItems: 1_000 }) }, { additionalProperties: false }),
);

interface ListContext {
  /** `${NAME}` in a text stands for that variable. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of every session. */
  readonly capabilities: AppiumCapabilities;
  readonly appDelivery: AppDelivery;
}

/** What GANTRY_DEVICES lists, as YAML. Throws an `Error` whose sentence says what is wrong with which one. */
export function parseDeviceList(text: string, context: ListContext): ListedPhone[] {
  const read = withVariables(parsed(text), context.environment);
  if (!List.Check(read)) {
    const [fault] = List.Errors(read);
    // The words of a member that no device has.
    const wrong = fault?.message === 'schema is false' ? 'is unknown' : fault?.message;
    throw new Error(`${placeOf(fault?.instancePath ?? '', read)} ${wrong}.`);
  }
  const entries = read.devices;
  const twice = entries.find(({ name: own }, at) => entries.findIndex((other) => other.name === own) !== at);
  if (twice !== undefined) throw new Error(`Two devices have the name "${twice.name}".`);
  const listed = entries.map((entry) => ({ entry, server: serverOf(entry) }));
  refuseSharedPhones(listed);
  const phones = listed.map(({ entry, server }, at) => {
    const before = listed.slice(0, at).filter((other) => isBeside(server, other.server));
    return phoneOf(entry, server, before.length, context);
  });
  refuseSharedPorts(phones);
  return phones;
}

function parsed(text: string): unknown {
  const [first, second] = readYaml(text);
  const [fault] = first?.faults ?? [];
  if (fault !== undefined)
    throw new Error(`It is no YAML: ${fault.message} at line ${fault.line}, column ${fault.col}.`);
  if (second !== undefined) throw new Error('It holds more than one YAML document.');
  return first?.document.toJS({ maxAliasCount: -1 }) ?? null;
}

function withVariables(value: unknown, environment: ListContext['environment']): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)\}/g, (_all, variable: string) => {
      const found = environment[variable];
      if (found === undefined || found === '') throw new Error(`The variable ${variable} is not set.`);
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((item) => withVariables(item, environment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withVariables(member, environment)]),
  );
}

/** `/devices/1/platform` of the phone that is called "Pixel": `The member "platform" of the device "Pixel"`. */
function placeOf(path: string, read: unknown): string {
  const [, list, at, ...members] = path.split('/');
  if (list !== 'devices' || at === undefined) return 'The list must be an object with the member "devices":';
  const entry = (read as { devices?: Array<{ name?: unknown } | null> }).devices?.[Number(at)];
  const which =
    typeof entry?.name === 'string' ? `the device "${entry.name.slice(0, 100)}"` : `device ${Number(at) + 1}`;
  return members.length === 0 ? `In the list, ${which}` : `In the list, "${members.join('.')}" of ${which}`;
}

const usualServers: Record<Exclude<PhoneKind, 'appium' | 'grid'>, (region: string) => string> = {
  browserstack: () => 'https://hub-cloud.browserstack.com/wd/hub',
  sauce: (region) => `https://ondemand.${region}.saucelabs.com/wd/hub`,
  lambdatest: () => 'https://mobile-hub.lambdatest.com/wd/hub',
};
const usualRegion = 'us-west-1';

function serverOf(entry: Entry): AppiumServer {
  const { kind = 'appium', platform, sessions = 1, username, accessKey } = entry;
  const which = `the device "${entry.name}"`;
  const isCloud = kind !== 'appium' && kind !== 'grid';
  const usual = isCloud ? usualServers[kind](entry.region ?? usualRegion) : 'http://127.0.0.1:4723';
  const found = serverAt(addressOf(entry.server ?? usual, which), which);
  if (isCloud && (username === undefined || accessKey === undefined)) {
    throw new Error(`"username" and "accessKey" of ${which} are needed for ${kind}.`);
  }
  if (kind === 'appium' && sessions > 1) {
    throw new Error(
      `"sessions" of ${which} is for grids and clouds: list each phone of an Appium server by itself.`,
    );
  }
  const own =
    username === undefined || accessKey === undefined ? {} : { authorization: basic(username, accessKey) };
  return { ...found, ...own, platforms: [platform], slots: sessions, isGrid: kind !== 'appium' };
}

function isBeside(one: AppiumServer, other: AppiumServer): boolean {
  return one.url === other.url && !one.isGrid && !other.isGrid;
}

/** Two sessions on one phone end each other. */
function refuseSharedPhones(listed: ReadonlyArray<{ entry: Entry; server: AppiumServer }>): void {
  forNeighbours(listed, ({ entry: one }, { entry: other }) => {
    if (one.platform !== other.platform) return;
    const both = `The devices "${one.name}" and "${other.name}"`;
    const [id, otherId] = [phoneIdOf(one), phoneIdOf(other)];
    if (id === null || otherId === null) {
      throw new Error(
        `${both} have one server: say which phones they are by "udid", "emulator" or "simulator".`,
      );
    }
    if (id.id === otherId.id) throw new Error(`${both} are one phone.`);
  });
}

const portNames = [
  'systemPort',
  'wdaLocalPort',
  'mjpegServerPort',
  'chromedriverPort',
  'webkitDebugProxyPort',
];

function refuseSharedPorts(phones: readonly ListedPhone[]): void {
  const portsOfPhone = ({ capabilities }: ListedPhone) =>
    portNames.flatMap((key) => capabilities.shared[`appium:${key}`] ?? []);
  forNeighbours(phones, (one, other) => {
    const shared = portsOfPhone(one).find((own) => portsOfPhone(other).includes(own));
    if (shared !== undefined)
      throw new Error(`The devices "${one.name}" and "${other.name}" share the port ${shared}.`);
  });
}

/** Every two that are behind one plain Appium server. */
function forNeighbours<Item extends { readonly server: AppiumServer }>(
  items: readonly Item[],
  look: (one: Item, other: Item) => void,
): void {
  for (const [at, item] of items.entries()) {
    for (const earlier of items.slice(0, at)) {
      if (isBeside(item.server, earlier.server)) look(earlier, item);
    }
  }
}

function phoneIdOf({ udid, emulator, simulator }: Entry): { id: string; isOfMachine: boolean } | null {
  if (udid !== undefined) return { id: udid, isOfMachine: /^emulator-\d+$|:\d+$/.test(udid) };
  const virtual = emulator ?? simulator;
  return virtual === undefined ? null : { id: virtual, isOfMachine: true };
}

function phoneOf(
  entry: Entry,
  server: AppiumServer,
  before: number,
  { capabilities, appDelivery }: ListContext,
): ListedPhone {
  const { platform, kind = 'appium', version = null, model = null, labels = [] } = entry;
  const own = ownCapabilities(entry.capabilities ?? {}, `"capabilities" of the device "${entry.name}"`);
  return {
    name: entry.name,
    isNamed: true,
    kind,
    identity:
      kind === 'appium' ? identityOf(server, phoneIdOf(entry)) : `${kind} ${entry.name} ${server.url}`,
    server,
    version,
    model,
    labels,
    isReal: isReal(entry),
    capabilities: {
      shared: {
        ...capabilities.shared,
        ...capabilities[platform],
        ...chosenBy(entry),
        ...portsOf(entry, before),
        ...own,
      },
      ios: {},
      android: {},
    },
    appDelivery: entry.app ?? appDelivery,
    cloud: accountOf(entry),
  };
}

function chosenBy({ kind = 'appium', udid, emulator, simulator, version, model }: Entry): Capabilities {
  // A phone that is named needs no description; one that is chosen from many does.
  const isDescribed = kind !== 'appium' || simulator !== undefined;
  const deviceName = simulator ?? (kind === 'appium' ? undefined : model);
  return {
    ...(udid !== undefined && { 'appium:udid': udid }),
    ...(emulator !== undefined && { 'appium:avd': emulator }),
    ...(deviceName !== undefined && { 'appium:deviceName': deviceName }),
    ...(isDescribed && version !== undefined && { 'appium:platformVersion': version }),
  };
}

const firstPorts = { wdaLocalPort: 8_100, mjpegServerPort: 9_100 };

/** The iOS driver takes the same ports for every phone unless it gets others; that of Android finds free ones. */
function portsOf(entry: Entry, before: number): Capabilities {
  const { platform, kind = 'appium', ports = {} } = entry;
  const usual =
    kind === 'appium' && platform === 'ios' && before > 0
      ? Object.fromEntries(Object.entries(firstPorts).map(([key, first]) => [key, first + before]))
      : {};
  return withVendorPrefix({ ...usual, ...ports });
}

const simulatorId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isReal({ real, kind = 'appium', platform, udid, emulator, simulator }: Entry): boolean | null {
  if (real !== undefined) return real;
  if (emulator !== undefined || simulator !== undefined) return false;
  if (udid !== undefined) return platform === 'ios' ? !simulatorId.test(udid) : !/^emulator-\d+$/.test(udid);
  return kind === 'browserstack' || kind === 'lambdatest' ? true : null;
}

function accountOf({ kind = 'appium', username, accessKey, region, uploadUrl }: Entry): CloudAccount | null {
  if (kind === 'appium' || kind === 'grid' || username === undefined || accessKey === undefined) return null;
  return { kind, username, accessKey, region: region ?? usualRegion, uploadUrl: uploadUrl ?? null };
}
