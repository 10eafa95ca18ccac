import { hostname } from 'node:os';
import type { AppDelivery } from './phones/app-delivery.ts';
import type { CloudAccount } from './phones/clouds/cloud.ts';
import { type AppiumCapabilities, type AppiumServer, isOnThisMachine } from './phones/servers.ts';

/** `grid` stands for everything that hands out phones of its own: a Selenium Grid, Appium's Device Farm. */
export const phoneKinds = ['appium', 'grid', 'browserstack', 'sauce', 'lambdatest'] as const;
export type PhoneKind = (typeof phoneKinds)[number];
/** A phone, or phones that can't be distinguished: those of a grid or a cloud. */
export interface ListedPhone {
  readonly name: string;
  /** The operator has chosen its name. */
  readonly isNamed: boolean;
  readonly kind: PhoneKind;
  /** What every worker knows it by: the same phone in the lists of two is one phone. */
  readonly identity: string;
  /** Its slots are how many runs it takes at once: one, where it is one phone. */
  readonly server: AppiumServer;
  readonly version: string | null;
  readonly model: string | null;
  readonly labels: readonly string[];
  /** False for an emulator or simulator; null where that is not known. */
  readonly isReal: boolean | null;
  readonly capabilities: AppiumCapabilities;
  readonly appDelivery: AppDelivery;
  readonly cloud: CloudAccount | null;
}

/** Phones of servers that are known by their address alone. */
export function phonesOfServers(
  servers: readonly AppiumServer[],
  { capabilities, appDelivery }: Pick<ListedPhone, 'capabilities' | 'appDelivery'>,
): ListedPhone[] {
  return servers.map((server, index) => ({
    name: `appium-${index + 1}`,
    isNamed: false,
    kind: server.isGrid ? 'grid' : 'appium',
    identity: identityOf(server, null),
    server,
    version: null,
    model: null,
    labels: [],
    isReal: null,
    capabilities,
    appDelivery,
    cloud: null,
  }));
}

/** The serial of an emulator and the name of a virtual device are its machine's; all other ids of phones are the world's. */
export function identityOf(server: AppiumServer, phone: { id: string; isOfMachine: boolean } | null): string {
  if (phone !== null && !phone.isOfMachine) return `phone ${phone.id}`;
  const { hostname: host, port, pathname } = new URL(server.url);
  const machine = isOnThisMachine(server) ? hostname() : host;
  return phone === null
    ? `server ${machine}:${port}${pathname} ${server.platforms.join(' ')}`
    : `phone ${phone.id} at ${machine}`;
}
