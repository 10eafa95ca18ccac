import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.js';
import { runGantry } from '../../support/process.js';
import { adminKey, call, createTestFolder, eventually, startTestService } from '../../support/service.js';
import { builds, confirm, stored } from '../../support/uploads.js';

describe('gantry serve', () => {
  it('survives the crash of its embedded PostgreSQL without a restart: 503 meanwhile, then as before', async () => {
    const dataDir = join(await createTestFolder(), 'data');
    const gantry = runGantry(['serve'], {
      GANTRY_DATA_DIR: dataDir,
      GANTRY_PORT: '0',
      GANTRY_ADMIN_KEY: adminKey,
      GANTRY_BROWSER_SLOTS: '0',
    });
    const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
    const cluster = join(dataDir, 'postgres');
    const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const statuses = new Set<number>();
    const answers = (status: number) =>
      eventually(async () => {
        const answer = await call(`${url}/api/v1/projects`, 'GET');
        statuses.add(answer.status);
        if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.status).toBe(status);
      });
    // Out of its reach, so that it does not run again before anyone has asked.
    await rename(cluster, `${cluster}.away`);
    process.kill(Number(pid), 'SIGKILL');
    await answers(503);
    await rename(`${cluster}.away`, cluster);
    await answers(200);
    expect([...statuses].every((status) => status === 503 || status === 200)).toBe(true);
  });
});

describe('a first start that fails', () => {
  it('does not use up the key that is shown only once', async () => {
    const taken = await startTestService();
    const settings = { GANTRY_DATA_DIR: join(await createTestFolder(), 'data'), GANTRY_BROWSER_SLOTS: '0' };
    const failed = runGantry(['serve', '--port', new URL(taken.url).port], settings);
    expect((await failed.exited).code).toBe(1);
    const second = runGantry(['serve', '--port', '0'], settings);
    await second.printed(/API key +gk_[A-Za-z0-9]{12}_/);
  });

  it('is refused when the secret key of the data directory is damaged', async () => {
    const { url } = await createTestDatabase();
    const dataDir = await createTestFolder();
    await writeFile(join(dataDir, 'secret.key'), '');
    const gantry = runGantry(['serve'], {
      GANTRY_DATA_DIR: dataDir,
      GANTRY_DATABASE_URL: url,
      GANTRY_PORT: '0',
    });
    expect((await gantry.exited).code).toBe(1);
    expect(gantry.err()).toContain('GANTRY_SECRET_KEY');
  });
});

describe('many processes', () => {
  it('start at once on one empty database: one schema, one project, one key', async () => {
    const database = await createTestDatabase({ hasSchema: false });
    const dataDir = await createTestFolder();
    await Promise.all(Array.from({ length: 4 }, () => startTestService({ database, dataDir })));
    expect((await database.query('select from projects')).rowCount).toBe(1);
    expect((await database.query('select from api_keys')).rowCount).toBe(1);
    const migrations = await readdir(new URL('../../../migrations/', import.meta.url));
    expect((await database.query('select from kysely_migration')).rowCount).toBe(migrations.length);
  });

  it('see each other: what one confirms the others list, and a key revoked at one is dead at all', async () => {
    const database = await createTestDatabase();
    const dataDir = await createTestFolder();
    const settings = { GANTRY_SECRET_KEY: 'x'.repeat(32) };
    const one = await startTestService({ database, dataDir, settings });
    const other = await startTestService({ database, dataDir, settings });
    const ticket = await stored(one, builds.ios);
    const { app } = (await confirm(other, ticket)).body;
    expect((await one.call('GET', `/projects/${one.projectId}/mobile`)).body.apps).toEqual([app]);
    const { id, key } = (await one.call('POST', '/keys')).body.key;
    expect((await other.call('GET', '/projects', undefined, { key })).status).toBe(200);
    await one.call('DELETE', `/keys/${id}`);
    expect((await other.call('GET', '/projects', undefined, { key })).status).toBe(401);
  });
});
