import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Account, ownAccount } from '../../kernel/account.ts';

interface UidRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Uids that neither Linux, systemd, a distribution nor a manager of containers gives to anybody. The first range has one for
 * each process number, so that no two slots of a machine share one, whoever started them. The second is for containers to which
 * only 65,536 uids are mapped: there, two services could choose the same.
 */
export const slotUids: readonly UidRange[] = [
  { first: 1_879_048_192, count: 4_194_304 },
  { first: 60_706, count: 478 },
];

/** As the kernel reports them in `/proc/self`. */
interface OwnRights {
  readonly uidMap: string;
  readonly gidMap: string;
  readonly status: string;
}

/** CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID and CAP_SETUID: to change to other accounts, and to clean up behind them. */
const needed = [0, 1, 5, 6, 7].reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n);

/** The uids, and gids of the same numbers, that root can give to slots here; null where it can give none. */
export function findUids({ uidMap, gidMap, status }: OwnRights): UidRange | null {
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  if ((held & needed) !== needed) return null;
  return slotUids.find((range) => isMapped(range, uidMap) && isMapped(range, gidMap)) ?? null;
}

/** Each line of a map: its first id in here, the same one outside, and how many. */
function isMapped({ first, count }: UidRange, map: string): boolean {
  return map.split('\n').some((line) => {
    const [inside = Number.NaN, , mapped = 0] = line.trim().split(/\s+/).map(Number);
    return inside <= first && first + count <= inside + mapped;
  });
}

/** The accounts of the slots of one service. */
interface SlotAccounts {
  /** Each slot has one of its own; otherwise all have the service's. */
  readonly areOwn: boolean;
  /** Stands for each of them where it is asked what they can reach; null on a platform without accounts. */
  readonly example: Account | null;
  /** For the slot with this process number. */
  take(pid: number): Account | null;
  giveBack(account: Account | null): void;
}

export function createSlotAccounts(range: UidRange | null = uidsToGive()): SlotAccounts {
  if (range === null) {
    const own = ownAccount();
    return { areOwn: false, example: own, take: () => own, giveBack: () => undefined };
  }
  const { first, count } = range;
  const taken = new Set<number>();
  return {
    areOwn: true,
    example: accountOf(first),
    take(pid) {
      for (let tries = 0; tries < count; tries += 1) {
        const uid = first + ((pid + tries) % count);
        if (taken.has(uid)) continue;
        taken.add(uid);
        return accountOf(uid);
      }
      throw new Error(`there is no account for another slot: all ${count} are in use`);
    },
    giveBack: (account) => void (account !== null && taken.delete(account.uid)),
  };
}

function isSlotUid(uid: number): boolean {
  return slotUids.some(({ first, count }) => uid >= first && uid < first + count);
}

/** Ends all processes of a slot's account, also those that have left their parents. The kernel ends all at once: none can start another meanwhile. */
export async function endProcessesOf(uid: number): Promise<void> {
  if (!isSlotUid(uid)) return;
  const options = { uid, gid: uid, cwd: '/', env: {}, stdio: 'ignore' } as const;
  await once(spawn('/bin/sh', ['-c', 'kill -KILL -1'], options), 'exit');
}

function accountOf(uid: number): Account {
  return { uid, gid: uid, lowered: true };
}

/** Of this process. A system without `/proc` has no maps of uids either. */
function uidsToGive(): UidRange | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') return slotUids[0] ?? null;
  const read = (name: string) => readFileSync(`/proc/self/${name}`, 'latin1');
  return findUids({ uidMap: read('uid_map'), gidMap: read('gid_map'), status: read('status') });
}
