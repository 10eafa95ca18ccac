import { setTimeout as delay } from 'node:timers/promises';
import type { ListedPhone } from '../../engine/listed-phone.ts';
import { idOfText } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import {
  type HeldDevice,
  type NewDevice,
  registerDevices,
  releaseDevice,
  type SessionOutcome,
} from './device-store.ts';

/** The devices of a worker, as all others see them. */
export interface DeviceRegistry {
  readonly phones: readonly string[];
  /** Keeps the claim on a device until it is released. */
  hold(device: HeldDevice): { release(outcome: SessionOutcome): Promise<void> };
  stop(): Promise<void>;
}

const releasePatienceMs = 60_000;

export function registerPhones(options: {
  db: Database;
  workerId: string;
  phones: readonly ListedPhone[];
  beatMs: number;
  log: Log;
}): DeviceRegistry {
  const { db, workerId, beatMs, log } = options;
  const devices = options.phones.flatMap(devicesOf);
  const held = new Set<HeldDevice>();
  const stopping = new AbortController();
  let isAnew = true;

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await registerDevices(db, workerId, devices, { held: [...held], isAnew });
        isAnew = false;
      } catch (error) {
        log.debug({ err: error }, 'a worker could not say which devices it has');
      }
      await delay(beatMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function release(device: HeldDevice, outcome: SessionOutcome): Promise<void> {
    const giveUpAtMs = performance.now() + releasePatienceMs;
    for (;;) {
      try {
        await releaseDevice(db, device, outcome);
        break;
      } catch (error) {
        // Without a renewal the claim on it ends before long.
        if (performance.now() > giveUpAtMs) log.warn({ err: error }, 'a device could not be released');
        if (performance.now() > giveUpAtMs || stopping.signal.aborted) break;
        await delay(1_000);
      }
    }
    held.delete(device);
  }

  const beating = devices.length === 0 ? Promise.resolve() : beat();
  return {
    phones: options.phones.map(phoneId),
    hold(device) {
      held.add(device);
      return { release: (outcome) => release(device, outcome) };
    },
    async stop() {
      stopping.abort();
      await beating;
    },
  };
}

/** The same in every worker that lists the phone. */
export function phoneId({ identity }: ListedPhone): string {
  return idOfText(identity);
}

function devicesOf(phone: ListedPhone): NewDevice[] {
  const { identity, name, kind, server, version, model, labels, isReal } = phone;
  return Array.from({ length: server.slots }, (_, place) => ({
    id: idOfText(`${identity} ${place}`),
    phone: phoneId(phone),
    name: server.slots === 1 ? name : `${name} ${place + 1}`,
    kind,
    platforms: [...server.platforms],
    version,
    model,
    labels: [...labels],
    is_real: isReal,
  }));
}
