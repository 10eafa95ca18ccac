import { chmod, readdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findPackage } from '../../../src/service/database/embedded/binaries.ts';
import {
  Bench,
  harvest,
  isRoot,
  othersCanEnter,
  ownerAndMode,
  plant,
  postmasterPid,
} from './support/embedded-bench.ts';

describe.skipIf(!isRoot)('root (needs root)', () => {
  const bench = new Bench();
  afterEach(() => bench.stopAll());
  afterAll(() => bench.clear());

  it('runs the server as nobody, in a data directory that this user may enter but not list', async () => {
    const dataDir = join(await bench.folder(), 'data');
    const server = await bench.start({ dataDir });
    expect(server.location.cluster).toBe(join(dataDir, 'postgres'));
    // From a checkout that the server's user can't enter, its binaries move and nothing else does.
    if (othersCanEnter) expect(server.location.binaries).toBe(join(findPackage(), 'native'));
    expect(server.location.moved).toBe(!othersCanEnter);
    expect(await ownerAndMode(dataDir)).toEqual({ uid: 0, mode: '711' });
    expect(await ownerAndMode(join(dataDir, 'postgres.password'))).toEqual({ uid: 0, mode: '600' });
    const status = await readFile(`/proc/${postmasterPid(server.location.cluster)}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^Gid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^Groups:\t\s*$/m);

    await server.stop();
    await chmod(dataDir, 0o700);
    await expect(bench.start({ dataDir })).rejects.toThrow(/can't enter .*chmod o\+x.*GANTRY_DATABASE_URL/);
  });

  describe('below a 0700 folder', () => {
    let systemDir: string;
    let parent: string;
    let cluster: string;
    beforeAll(async () => {
      systemDir = join(await bench.folder(), 'system');
      parent = await bench.folder({ mode: 0o700 });
    });

    it('keeps the cluster below the system directory, closed to all but the server', async () => {
      const dataDir = join(parent, 'data');
      const server = await bench.start({ dataDir, systemDir });
      cluster = server.location.cluster;
      expect(server.location.moved).toBe(true);
      expect(cluster).toMatch(new RegExp(`^${systemDir}/[0-9a-f]{12}-[0-9a-f]{8}/postgres$`));
      expect(await ownerAndMode(systemDir)).toEqual({ uid: 0, mode: '755' });
      expect(await ownerAndMode(join(cluster, '..'))).toEqual({ uid: 0, mode: '711' });
      expect(await ownerAndMode(cluster)).toEqual({ uid: 65534, mode: '700' });
      expect(await ownerAndMode(parent)).toEqual({ uid: 0, mode: '700' });
      await plant(server);
    });

    it('finds the same cluster again when the folder has been opened and the directory moved', async () => {
      await chmod(parent, 0o755);
      await rename(join(parent, 'data'), join(parent, 'renamed'));
      const server = await bench.start({ dataDir: join(parent, 'renamed'), systemDir });
      expect(server.location.cluster).toBe(cluster);
      expect(await harvest(server)).toEqual(['kept']);
    });

    it('trusts nothing below the system directory that others can write', async () => {
      await chmod(systemDir, 0o777);
      const dataDir = join(parent, 'renamed');
      await expect(bench.start({ dataDir, systemDir })).rejects.toThrow(/nobody else can write to/);
      await chmod(systemDir, 0o755);
    });

    it('refuses when the recorded cluster has vanished', async () => {
      const home = join(cluster, '..');
      const before = await readdir(systemDir);
      await rename(home, `${home}.away`);
      const dataDir = join(parent, 'renamed');
      await expect(bench.start({ dataDir, systemDir })).rejects.toThrow(/is gone; put it back/);
      const name = basename(home);
      const after = before.map((each) => (each === name ? `${name}.away` : each));
      expect((await readdir(systemDir)).sort()).toEqual(after.sort());
    });
  });
});
