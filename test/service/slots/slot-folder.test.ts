import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSlotAccounts } from '../../../src/service/slots/slot-accounts.ts';
import { openSlotFolders } from '../../../src/service/slots/slot-folder.ts';
import { createTestFolder } from '../../support/service.ts';

const accounts = createSlotAccounts();

describe('folders of slots, where the data directory is shared with other machines', () => {
  let temporary: string;
  let parent: string;
  beforeEach(async () => {
    temporary = await createTestFolder();
    parent = join(temporary, `gantry-${process.getuid?.()}`);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
  });

  it('lie in the temporary folder, each closed to all but its slot', async () => {
    const folders = await open();
    expect(folders.root).toBe(join(parent, 'slots'));
    const account = accounts.take(process.pid);
    const folder = folders.make('web', account);
    const { uid, gid, mode } = await stat(folder);
    expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: account?.uid, gid: account?.gid, mode: 0o700 });
    await writeFile(join(folder, 'file'), 'x');
    await folders.remove(folder);
    expect(await readdir(folders.root)).toEqual([]);
  });

  it('are refused where others could exchange them', async () => {
    await mkdir(parent);
    await chmod(parent, 0o777);
    await expect(open()).rejects.toThrow(`${parent} must be a folder of this account`);
  });

  async function open() {
    const dataDir = join(temporary, 'data');
    return openSlotFolders({ dataDir, account: accounts.example, isShared: true });
  }
});
