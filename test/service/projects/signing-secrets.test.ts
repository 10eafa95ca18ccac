import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { createSealer, type Sealer, UnsealError } from '../../../src/kernel/sealed.ts';
import { deriveKey } from '../../../src/kernel/secret-key.ts';
import { type Database, openDatabase } from '../../../src/service/database/database.ts';
import { signatureHeaders } from '../../../src/service/deliveries/send.ts';
import { currentSecret, liveSecrets, rotateSecret } from '../../../src/service/projects/signing-secret.ts';
import { createTestDatabase } from '../../support/database.js';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;
const unknownId = '0190a0a0-0000-7000-8000-000000000000';

describe('the webhook secret of a project', () => {
  it('is shown by its read alone, and is the same in every read', async () => {
    const service = await startTestService({ settings: apiOnly });
    const created = await service.call('POST', '/projects', { name: 'Shop' });
    const { id } = created.body.project;
    const project = (await service.call('GET', `/projects/${id}`)).body;
    expect(project).toEqual({
      ...created.body.project,
      webhookSecret: expect.stringMatching(secretPattern),
      previousWebhookSecretsValidUntil: null,
    });
    expect((await service.call('GET', `/projects/${id}`)).body).toEqual(project);
    const others = [
      created,
      await service.call('GET', '/projects'),
      await service.call('PATCH', `/projects/${id}`, { name: 'Shop 2' }),
    ];
    for (const { status, body } of others) {
      expect(status).toBeLessThan(300);
      expect(JSON.stringify(body)).not.toMatch(/whsec_|ecret/);
    }
    const other = (await service.call('GET', `/projects/${service.projectId}`)).body;
    expect(other.webhookSecret).not.toBe(project.webhookSecret);
  });

  it('is made once, however many processes ask for it first at the same time', async () => {
    const database = await createTestDatabase();
    const services = [
      await startTestService({ database, settings: apiOnly }),
      await startTestService({ database, settings: apiOnly }),
    ];
    for (let round = 0; round < 5; round += 1) {
      await database.query('delete from signing_secrets');
      const asked = Array.from({ length: 6 }, () => services.map((service) => secretOf(service))).flat();
      expect(new Set(await Promise.all(asked)).size).toBe(1);
      expect((await database.query('select from signing_secrets')).rowCount).toBe(1);
    }
  });

  it('goes with its project', async () => {
    const service = await startTestService({ settings: apiOnly });
    await secretOf(service);
    await rotate(service);
    await service.query('delete from projects');
    expect((await service.query('select from signing_secrets')).rowCount).toBe(0);
  });

  it('is never in the log, and in the database only sealed', async () => {
    const service = await startTestService({ settings: apiOnly });
    const secrets = [await secretOf(service)];
    secrets.push((await rotate(service)).body.project.webhookSecret, await secretOf(service));
    await rotate(service, unknownId);
    await service.query(`update signing_secrets set secret = secret || '\\x00'`);
    expect((await service.call('GET', `/projects/${service.projectId}`)).status).toBe(500);
    const { rows } = await service.query('select secret from signing_secrets');
    const log = service.logged();
    expect(log).toContain('/projects/:projectId/webhook-secret/rotate');
    expect(log).not.toContain('whsec_');
    expect(rows).toHaveLength(2);
    for (const secret of secrets) {
      const [, encoded = ''] = secret.split('_');
      expect(log).not.toContain(encoded);
      for (const { secret: stored } of rows as Array<{ secret: Buffer }>) {
        expect(stored.includes('whsec_')).toBe(false);
        expect(stored.includes(encoded)).toBe(false);
        expect(stored.includes(Buffer.from(encoded, 'base64'))).toBe(false);
      }
    }
  });
});

describe('a rotation', () => {
  it('signs with both secrets for 24 hours, and with the new one alone after that', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const old = await secretOf(service);
    const earliestMs = Date.now();
    const rotated = await rotate(service);
    expect(rotated.status).toBe(200);
    const { webhookSecret, previousWebhookSecretsValidUntil } = rotated.body.project;
    expect(webhookSecret).toMatch(secretPattern);
    expect(webhookSecret).not.toBe(old);
    const overlapMs = Date.parse(previousWebhookSecretsValidUntil) - earliestMs;
    expect(Math.abs(overlapMs - 86_400_000)).toBeLessThan(10_000);
    expect((await service.call('GET', `/projects/${service.projectId}`)).body).toEqual(rotated.body.project);

    const accepts = async (secret: string) => {
      const secrets = (await liveSecrets(db, sealer, [service.projectId])).get(service.projectId) ?? [];
      const timestampSeconds = Math.floor(Date.now() / 1_000);
      const headers = signatureHeaders({ id: unknownId, timestampSeconds, body: '{}', secrets });
      return expect(() => new Webhook(secret).verify('{}', { ...headers }));
    };
    (await accepts(old)).not.toThrow();
    (await accepts(webhookSecret)).not.toThrow();
    await service.query(
      `update signing_secrets set retires_at = now() + interval '1 minute' where retires_at is not null`,
    );
    (await accepts(old)).not.toThrow();
    await service.query('update signing_secrets set retires_at = now() where retires_at is not null');
    (await accepts(old)).toThrow(/No matching signature/);
    (await accepts(webhookSecret)).not.toThrow();
    const project = (await service.call('GET', `/projects/${service.projectId}`)).body;
    expect(project).toMatchObject({ webhookSecret, previousWebhookSecretsValidUntil: null });
  });

  it('keeps five secrets alive at most, the oldest going first, and each to its own time', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const made = [await secretOf(service)];
    for (let i = 0; i < 6; i += 1) made.unshift((await rotate(service)).body.project.webhookSecret);
    const live = await liveSecrets(db, sealer, [service.projectId]);
    expect(live.get(service.projectId)).toEqual(made.slice(0, 5));
    const { rows } = await service.query(
      'select retires_at from signing_secrets order by retires_at desc nulls first',
    );
    expect(rows).toHaveLength(5);
    const project = (await service.call('GET', `/projects/${service.projectId}`)).body;
    expect(project.previousWebhookSecretsValidUntil).toBe(rows[1].retires_at.toISOString());

    await service.query('update signing_secrets set retires_at = now() where retires_at is not null');
    await rotate(service);
    expect((await service.query('select from signing_secrets')).rowCount).toBe(2);
  });

  it('of a project that has no secret yet gives it one, with no former one beside it', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { project } = (await rotate(service)).body;
    expect(project.previousWebhookSecretsValidUntil).toBeNull();
    expect(await secretOf(service)).toBe(project.webhookSecret);
  });

  it('meets others, and the making of the first secret, without an error or a lost secret', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const { projectId } = service;
    for (let round = 0; round < 5; round += 1) {
      await service.query('delete from signing_secrets');
      const [rotated, read] = await Promise.all([
        Promise.all(Array.from({ length: 3 }, () => rotateSecret(db, sealer, projectId))),
        Promise.all(Array.from({ length: 5 }, () => currentSecret(db, sealer, projectId))),
      ]);
      const shown = new Set([...rotated, ...read].map((found) => found?.secret));
      const live = (await liveSecrets(db, sealer, [projectId])).get(projectId) ?? [];
      expect(shown).not.toContain(undefined);
      expect(new Set(live)).toEqual(shown);
      expect(rotated.map((found) => found?.secret)).toContain(live[0]);
      const current = await service.query('select from signing_secrets where retires_at is null');
      expect(current.rowCount).toBe(1);
    }
  });
});

describe('the live secrets of many projects', () => {
  it('come in one statement, newest first, once every project has one', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const ids = [service.projectId, ...(await createProjects(service, 5))];
    await rotateSecret(db, sealer, service.projectId);
    const rotated = await rotateSecret(db, sealer, service.projectId);
    const made = await liveSecrets(db, sealer, [...ids, ...ids, unknownId]);
    expect(new Set(made.keys())).toEqual(new Set(ids));
    expect(made.get(service.projectId)).toHaveLength(2);
    expect(made.get(service.projectId)?.[0]).toBe(rotated?.secret);
    expect(new Set([...made.values()].flat()).size).toBe(ids.length + 1);

    let statements = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await liveSecrets(counted, sealer, ids)).toEqual(made);
    expect(statements).toBe(1);
    expect(await liveSecrets(db, sealer, [])).toEqual(new Map());
  });

  it('are made once when workers ask for overlapping projects at the same time', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const ids = await createProjects(service, 12);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => liveSecrets(db, sealer, at % 2 ? ids : ids.toReversed())),
    );
    for (const answer of answers) {
      expect(answer.size).toBe(ids.length);
      for (const id of ids) expect(answer.get(id)).toEqual(answers[0]?.get(id));
    }
  });

  it('hold those of a deleted project too, whose last results are still to be signed', async () => {
    const { service, db, sealer } = await startWithDatabase();
    await service.call('DELETE', `/projects/${service.projectId}`);
    const live = await liveSecrets(db, sealer, [service.projectId]);
    expect(live.get(service.projectId)).toEqual([expect.stringMatching(secretPattern)]);
  });
});

describe('after a change of GANTRY_SECRET_KEY', () => {
  it('a read fails with the reason in the log alone, and a rotation makes the project whole', async () => {
    const database = await createTestDatabase();
    const before = await startTestService({ database, settings: apiOnly });
    await secretOf(before);
    const settings = { ...apiOnly, GANTRY_SECRET_KEY: 'y'.repeat(32) };
    const after = await startTestService({ database, settings });
    const read = await after.call('GET', `/projects/${after.projectId}`);
    expect(read).toMatchObject({ status: 500, body: { error: 'Internal' } });
    expect(JSON.stringify(read.body)).not.toContain('GANTRY_SECRET_KEY');
    expect(after.logged()).toContain('GANTRY_SECRET_KEY differs from the one it was stored with');
    const rotated = await rotate(after);
    expect(rotated.status).toBe(200);
    expect(await secretOf(after)).toBe(rotated.body.project.webhookSecret);
    const { db, sealer } = open(after, settings.GANTRY_SECRET_KEY);
    const live = await liveSecrets(db, sealer, [after.projectId]);
    expect(live.get(after.projectId)).toEqual([rotated.body.project.webhookSecret]);
  });

  it('one project whose secret does not open takes no other with it', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const [broken = '', ...sound] = await createProjects(service, 3);
    await liveSecrets(db, createSealer(Buffer.alloc(32)), [broken]);
    const faults: Array<[UnsealError, string]> = [];
    const live = await liveSecrets(db, sealer, [broken, ...sound], (error, projectId) => {
      faults.push([error, projectId]);
    });
    expect([...live.keys()].sort()).toEqual(sound.sort());
    expect(faults).toEqual([[expect.any(UnsealError), broken]]);
    await expect(liveSecrets(db, sealer, [broken])).rejects.toThrow(UnsealError);
  });

  it('a secret that was moved to another project does not open there', async () => {
    const { service, db, sealer } = await startWithDatabase();
    const [from = '', to = ''] = await createProjects(service, 2);
    await liveSecrets(db, sealer, [from]);
    await service.query('update signing_secrets set project_id = $1', [to]);
    await expect(currentSecret(db, sealer, to)).rejects.toThrow(UnsealError);
  });
});

async function startWithDatabase(): Promise<{ service: TestService; db: Database; sealer: Sealer }> {
  const service = await startTestService({ settings: apiOnly });
  return { service, ...open(service, apiOnly.GANTRY_SECRET_KEY) };
}

/** What a worker of the same installation would use. */
function open(service: TestService, secretKey: string): { db: Database; sealer: Sealer } {
  const connection = { connectionString: service.databaseUrl };
  const { db, close } = openDatabase({ connection, poolSize: 8, log: createLog('silent') });
  onTestFinished(close);
  return { db, sealer: createSealer(deriveKey(secretKey, 'stored secrets')) };
}

async function secretOf(service: TestService): Promise<string> {
  return (await service.call('GET', `/projects/${service.projectId}`)).body.webhookSecret;
}

function rotate(service: TestService, projectId = service.projectId, key?: string | null) {
  const path = `/projects/${projectId}/webhook-secret/rotate`;
  return service.call('POST', path, undefined, key === undefined ? {} : { key });
}

async function createProjects(service: TestService, count: number): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i += 1) {
    ids.push((await service.call('POST', '/projects', { name: `P${i}` })).body.project.id);
  }
  return ids;
}
