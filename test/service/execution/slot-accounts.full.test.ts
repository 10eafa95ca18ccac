import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slotRights } from '../../../src/service/slots/slot-rights.ts';
import { eventually } from '../../support/service.ts';
import { rights, startAs, startGantry, startWithSlots } from './slot-accounts.ts';
import { noBrowser, slotProcesses, whyNot } from './support.ts';

describe.skipIf(noBrowser || !rights.ownAccounts)(
  `where root gives slots accounts of their own${whyNot || (rights.ownAccounts ? '' : ' (needs root)')}`,
  () => {
    it('what a killed service has left under one ends with the next start, and its files go', async () => {
      const { dataDir, gantry, slots } = await startWithSlots(1);
      const left = startAs(slots[0]?.uid);
      const ended = once(left, 'exit');
      const folders = await readdir(join(dataDir, 'slots'));
      gantry.child.kill('SIGKILL');
      await gantry.exited;
      await startGantry(dataDir, 1);
      expect(await ended).toEqual([null, 'SIGKILL']);
      await eventually(async () =>
        expect((await readdir(join(dataDir, 'slots'))).filter((name) => folders.includes(name))).toEqual([]),
      );
    });
  },
);

it.skipIf(noBrowser || process.platform !== 'linux')(
  `runs are executed also where nothing takes new privileges from slots, and the start says so${whyNot}`,
  async () => {
    await startWithSlots(1, { PATH: '/no/such/folder' });
    const { noNewPrivileges } = slotRights('/no/such/folder');
    for (const pid of slotProcesses())
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toContain(
        `NoNewPrivs:\t${noNewPrivileges ? 1 : 0}\n`,
      );
  },
);
