import { constants } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, readlink, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chooseAccount } from '../../../src/service/database/embedded/account.ts';
import {
  findPackage,
  linkLibraries,
  prepareBinaries,
} from '../../../src/service/database/embedded/binaries.ts';
import { Bench, isRoot, ordinaryUid, othersCanEnter, ownerAndMode, query } from './support/embedded-bench.ts';

const bench = new Bench();
let packageDir: string;
let dataDir: string;

/** The package as an npm that blocks install scripts leaves it. */
beforeAll(async () => {
  dataDir = join(await bench.folder(), 'data');
  packageDir = join(await bench.folder({ mode: 0o755 }), 'package');
  await cp(findPackage(), packageDir, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink(),
  });
});
afterEach(() => bench.stopAll());
afterAll(() => bench.clear());

async function links(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'native', 'lib'), { withFileTypes: true });
  return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name);
}

async function expectedLinks(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  return (JSON.parse(text) as { target: string }[]).map(({ target }) => basename(target)).sort();
}

it.skipIf(!isRoot || !othersCanEnter)(
  'for an ordinary user a package of root without its links is copied, once (needs root)',
  async () => {
    const folder = await bench.folder({ uid: ordinaryUid });
    const own = join(folder, 'data');
    const first = await bench.spawn({ dataDir: own, packageDir }, ordinaryUid);
    expect(first.location.binaries).toMatch(new RegExp(`^${own}/runtime/[^/]+/native$`));
    expect(first.location.moved).toBe(false);
    expect(await links(packageDir)).toEqual([]);
    const { ino } = await lstat(join(first.location.binaries, 'bin', 'postgres'));
    await first.stop();

    const second = await bench.spawn({ dataDir: own, packageDir }, ordinaryUid);
    expect((await lstat(join(second.location.binaries, 'bin', 'postgres'))).ino).toBe(ino);
    expect(await readdir(join(own, 'runtime'))).toHaveLength(1);
  },
);

it.skipIf(!isRoot)(
  'a package that nobody can not enter is copied for root, whole and closed (needs root)',
  async () => {
    const closed = await bench.folder({ mode: 0o700 });
    const systemDir = join(await bench.folder(), 'system');
    const away = join(closed, 'package');
    await rename(packageDir, away);
    try {
      const account = await chooseAccount();
      const options = { account, packageDir: away, runtimeDir: join(systemDir, 'runtime') };
      const outcomes = await Promise.all([prepareBinaries(options), prepareBinaries(options)]);
      expect(outcomes[0]).toEqual({ ...outcomes[1], copied: true, major: 18 });
      const { native } = outcomes[0];
      expect(await ownerAndMode(join(native, 'bin', 'postgres'))).toEqual({ uid: 0, mode: '755' });
      expect((await links(join(native, '..'))).sort()).toEqual(await expectedLinks(away));
      expect(await readdir(join(systemDir, 'runtime'))).toHaveLength(1);

      const server = await bench.start({
        dataDir: join(await bench.folder(), 'data'),
        systemDir,
        packageDir: away,
      });
      expect(server.location).toMatchObject({ binaries: native, moved: true });

      await chmod(join(native, 'bin'), 0o777);
      await expect(prepareBinaries(options)).rejects.toThrow(/nobody else can write to/);
    } finally {
      await rename(away, packageDir);
    }
  },
);

it('missing library links are made in place, by two processes at once as well', async () => {
  expect(await links(packageDir)).toEqual([]);
  expect(await Promise.all([linkLibraries(packageDir), linkLibraries(packageDir)])).toEqual([true, true]);
  expect((await links(packageDir)).sort()).toEqual(await expectedLinks(packageDir));
  for (const name of await links(packageDir)) {
    expect(await readlink(join(packageDir, 'native', 'lib', name))).not.toContain('/');
  }
  const server = await bench.start({ dataDir, packageDir });
  expect(server.location.binaries).toBe(join(packageDir, 'native'));
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});
