import { describe, expect, it } from 'vitest';
import { createSlotAccounts, findUids, slotUids } from '../../../src/service/slots/slot-accounts.ts';

const [wide = { first: 0, count: 0 }, narrow = { first: 0, count: 0 }] = slotUids;
/** As on a machine itself, or in a container of Docker: everything is mapped, and root may do all that it needs. */
const host = {
  uidMap: '         0          0 4294967295\n',
  gidMap: '         0          0 4294967295\n',
  status: statusWith('000001ffffffffff'),
};

describe('the uids that root can give to slots', () => {
  it('are as many as there can be processes, where the kernel maps them', () => {
    expect(findUids(host)).toEqual(wide);
    // What Docker leaves to root.
    expect(findUids({ ...host, status: statusWith('00000000a80425fb') })).toEqual(wide);
  });

  it('lie below 65,536 in a container that has only these, in one piece or in two', () => {
    const whole = '         0     100000      65536\n';
    const rootless = '         0       1000          1\n         1     100000      65536\n';
    for (const map of [whole, rootless])
      expect(findUids({ ...host, uidMap: map, gidMap: map })).toEqual(narrow);
  });

  it('are none where uids or gids are not mapped', () => {
    const only = '         0       1000          1\n';
    const small = '         0     100000       1000\n';
    for (const map of [only, small, '']) {
      expect(findUids({ ...host, uidMap: map })).toBeNull();
      expect(findUids({ ...host, gidMap: map })).toBeNull();
    }
  });

  it('are none where root lacks one of the capabilities to change the account, and to clean up behind it', () => {
    for (const bit of [0, 1, 5, 6, 7]) {
      const others = (0x1ffffffffffn & ~(1n << BigInt(bit))).toString(16).padStart(16, '0');
      expect(findUids({ ...host, status: statusWith(others) })).toBeNull();
    }
    expect(findUids({ ...host, status: '' })).toBeNull();
  });

  it('are nobody else’s: not those of users, of systemd or of containers, and not the one of the database', () => {
    const ofOthers = [
      [0, 60_705],
      [61_184, 65_535],
      [524_288, 1_879_048_191],
      // Programs that read a uid as a signed number fail from here on.
      [2_147_352_576, 4_294_967_295],
    ] as const;
    for (const { first, count } of slotUids)
      for (const [from, to] of ofOthers) expect(first > to || first + count - 1 < from).toBe(true);
  });
});

describe('accounts of slots', () => {
  it('follow the number of the process, so that two services of a machine never share one', () => {
    const [one, other] = [createSlotAccounts(wide), createSlotAccounts(wide)];
    const pids = [1, 2, 32_767, 4_194_303];
    const taken = [...pids.map(one.take), other.take(77), other.take(4_194_302)];
    expect(new Set(taken.map((account) => account?.uid)).size).toBe(taken.length);
    expect(one.take(5)).toEqual({ uid: wide.first + 5, gid: wide.first + 5, lowered: true });
  });

  it('differ where there are fewer uids than process numbers, and are taken again once they are given back', () => {
    const range = { first: 60_706, count: 3 };
    const accounts = createSlotAccounts(range);
    const taken = [7, 10, 13].map(accounts.take);
    expect(taken.map((account) => account?.uid).sort()).toEqual([60_706, 60_707, 60_708]);
    expect(() => accounts.take(1)).toThrow('all 3 are in use');
    const [first = null] = taken;
    accounts.giveBack(first);
    expect(accounts.take(1)).toEqual(first);
  });

  it('are the one of the service where there are no uids to give', () => {
    const accounts = createSlotAccounts(null);
    const own = { uid: process.getuid?.(), gid: process.getgid?.(), lowered: false };
    expect(accounts.areOwn).toBe(false);
    expect([accounts.take(1), accounts.take(2)]).toEqual([own, own]);
  });
});

function statusWith(capabilities: string): string {
  return `Name:\tnode\nCapPrm:\t0000000000000000\nCapEff:\t${capabilities}\nCapBnd:\t0000000000000000\n`;
}
