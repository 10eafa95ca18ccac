import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.js';
import { runGantry } from '../../support/process.js';
import { createTestFolder, startTestService } from '../../support/service.js';
import { builds, confirm, stored } from '../../support/uploads.js';

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

describe('gantry serve', () => {
  it('says in one sentence that its port is taken or its database out of reach', async () => {
    const service = await startTestService();
    const database = await createTestDatabase();
    const taken = runGantry(['serve'], {
      GANTRY_PORT: new URL(service.url).port,
      GANTRY_DATABASE_URL: database.url,
      GANTRY_DATA_DIR: await createTestFolder(),
      GANTRY_LOG_LEVEL: 'silent',
    });
    expect((await taken.exited).code).toBe(1);
    expect(taken.err()).toMatch(/^Can't listen on 127\.0\.0\.1:\d+ .*GANTRY_PORT.*\.\n$/);
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
