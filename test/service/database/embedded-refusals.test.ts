import { chmod, chown, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findPackage } from '../../../src/service/database/embedded/binaries.ts';
import { Bench, isRoot, ordinaryUid, othersCanEnter, ownerAndMode, query } from './support/embedded-bench.ts';

const bench = new Bench();
let dataDir: string;
beforeAll(async () => {
  dataDir = join(await bench.folder(), 'data');
  const server = await bench.start({ dataDir });
  await server.stop();
});
afterEach(() => bench.stopAll());
afterAll(() => bench.clear());

/** One sentence that names the way out. */
async function expectRefusal(attempt: Promise<unknown>, reason: RegExp): Promise<void> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'StartupError', message: expect.stringMatching(reason) });
  const { message } = error as Error;
  expect(message).toMatch(/GANTRY_DATABASE_URL[^.]*\.$/);
  expect(message).not.toContain('\n');
}

it('a data directory whose service lives is refused, and that service goes on', async () => {
  const first = await bench.start({ dataDir });
  await expectRefusal(bench.spawn({ dataDir }), /in use by a running Gantry/);
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('a cluster of another PostgreSQL major is refused and left as it is', async () => {
  const path = join(dataDir, 'postgres', 'PG_VERSION');
  const version = await readFile(path, 'utf8');
  await writeFile(path, '17\n');
  await expectRefusal(bench.start({ dataDir }), /made by PostgreSQL 17 .* brings PostgreSQL 18/);
  await writeFile(path, version);
});

it('a folder that is no cluster is refused', async () => {
  const folder = await bench.folder({ uid: isRoot ? 65534 : undefined });
  await mkdir(join(folder, 'postgres'));
  if (isRoot) await chown(join(folder, 'postgres'), 65534, 65534);
  await writeFile(join(folder, 'postgres', 'notes.txt'), 'mine');
  await expectRefusal(bench.start({ dataDir: folder }), /is not a PostgreSQL cluster/);
});

it('a cluster that was there and has vanished is refused, not replaced by an empty one', async () => {
  const folder = await bench.folder();
  await writeFile(join(folder, 'postgres.location'), '{"cluster":"postgres","made":true}');
  await expectRefusal(bench.start({ dataDir: folder }), /is gone; put it back/);
});

it('a record of the location that can not be read is refused', async () => {
  const folder = await bench.folder();
  await writeFile(join(folder, 'postgres.location'), '{"cluster":"../else');
  await expectRefusal(bench.start({ dataDir: folder }), /does not say where the database is/);
});

it('a cluster without its password is refused, and one that others may read is closed to them', async () => {
  const path = join(dataDir, 'postgres.password');
  const password = await readFile(path, 'utf8');
  await rm(path);
  await expectRefusal(bench.start({ dataDir }), /lost its password file/);
  await writeFile(path, password, { mode: 0o644 });
  await bench.start({ dataDir });
  expect(await ownerAndMode(path)).toMatchObject({ mode: '600' });
});

it.skipIf(!othersCanEnter)(
  'a data directory that can not be written is refused (needs a checkout that other users can enter)',
  async () => {
    const folder = await bench.folder({ uid: ordinaryUid, mode: 0o500 });
    await expectRefusal(
      bench.spawn({ dataDir: folder }, ordinaryUid),
      /can't hold the embedded PostgreSQL \(EACCES/,
    );
    await expectRefusal(bench.spawn({ dataDir: join(folder, 'below') }, ordinaryUid), /EACCES/);
    await chmod(folder, 0o700);
    await writeFile(join(folder, 'file'), '');
    await expectRefusal(bench.spawn({ dataDir: join(folder, 'file') }, ordinaryUid), /EEXIST/);
  },
);

it('a socket folder that others can enter, or that is a link, is refused', async () => {
  const run = join(dataDir, 'run');
  await chmod(run, 0o755);
  await expectRefusal(bench.start({ dataDir }), /socket folder .* mode 0700/);
  await rm(run, { recursive: true });
  await symlink(await bench.folder({ mode: 0o700, uid: isRoot ? 65534 : undefined }), run);
  await expectRefusal(bench.start({ dataDir }), /socket folder .* mode 0700/);
  await rm(run);
});

it.skipIf(!isRoot)('a socket folder of another user is refused (needs root)', async () => {
  const run = join(dataDir, 'run');
  await mkdir(run, { mode: 0o700 });
  await chown(run, 1, 1);
  await expectRefusal(bench.start({ dataDir }), /socket folder .* belongs to uid 65534/);
  await rm(run, { recursive: true });
});

it.skipIf(!isRoot || !othersCanEnter)(
  'a uid without a passwd entry is refused before anything is made (needs root)',
  async () => {
    const folder = await bench.folder({ uid: 54321 });
    const below = join(folder, 'data');
    await expectRefusal(bench.spawn({ dataDir: below }, 54321), /passwd entry for uid 54321/);
    await expect(ownerAndMode(below)).rejects.toMatchObject({ code: 'ENOENT' });
  },
);

it.skipIf(!isRoot)('a cluster of another user is refused (needs root)', async () => {
  const folder = await bench.folder();
  await mkdir(join(folder, 'postgres'), { mode: 0o700 });
  await chown(join(folder, 'postgres'), 1, 1);
  await expectRefusal(bench.start({ dataDir: folder }), /belongs to uid 1 /);
});

it('a platform without a binary package is refused', async () => {
  await expectRefusal(
    Promise.resolve().then(() => findPackage('linux', 'mips')),
    /no embedded PostgreSQL for linux-mips/,
  );
});

it('binaries that this machine can not load are refused', async () => {
  const packageDir = await bench.folder({ mode: 0o755 });
  for (const folder of ['bin', 'lib/postgresql', 'share/postgresql']) {
    await mkdir(join(packageDir, 'native', folder), { recursive: true });
  }
  for (const program of ['initdb', 'postgres']) {
    await writeFile(join(packageDir, 'native', 'bin', program), '#!/lib/ld-of-another-libc\n', {
      mode: 0o755,
    });
  }
  await expectRefusal(bench.start({ dataDir, packageDir }), /can't run on this machine .* loader is missing/);
});
