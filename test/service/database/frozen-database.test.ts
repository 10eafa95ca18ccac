import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forCallers } from '../../../src/service/database/database.ts';
import { createTestDatabase } from '../../support/database.js';
import { adminKey, eventually, startTestService } from '../../support/service.js';
import { initiate } from '../../support/uploads.js';
import { startDatabaseWay } from '../../support/way.js';

/** Far above what is promised to callers, far below what a worker waits. */
const patienceMs = 14_000;

async function startOnWay() {
  const database = await createTestDatabase();
  const way = await startDatabaseWay();
  const service = await startTestService({ database: { ...database, url: way.url(database.url) } });
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
  return { database, way, service, ask };
}

describe('a database that is frozen', () => {
  it('is a 503 with Retry-After for every caller, however many they are, and the service recovers by itself', async () => {
    const { database, way, service, ask } = await startOnWay();
    const { uploadUrl } = await initiate(service, 'Shop.app.zip', 4);
    const put = new URL(uploadUrl);
    const { projectId } = service;
    way.freeze();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => ask('GET', '/api/v1/runs')),
      ask('POST', '/api/v1/runs', { projectId, prompt: 'see a' }),
      ask('PUT', put.pathname + put.search, '1234'),
      ask('GET', '/readyz'),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await answer.json()).toMatchObject({ error: 'Unavailable' });
    }
    // Also those who come later, when every connection is a new one.
    expect((await ask('GET', '/api/v1/runs')).status).toBe(503);
    expect(forCallers.answerMs).toBeLessThan(5_000);

    way.thaw();
    await eventually(async () => expect((await ask('GET', '/api/v1/runs')).status).toBe(200));
    await eventually(async () => expect((await ask('GET', '/readyz')).status).toBe(200));
    await eventually(async () => {
      const { rows } = await database.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name like 'gantry%'`,
      );
      // Four for callers, four for the worker, and one each for keys, claims and notifications.
      expect(rows[0].count).toBeLessThanOrEqual(11);
    });
  });

  it('in the middle of a call is a 503 for what it may have committed; the same call again says what became of it', async () => {
    const { database, way, service, ask } = await startOnWay();
    const { projectId } = service;
    await database.query(`
      create function held() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4270); return new; end $$;
      create trigger held before insert on idempotency_keys for each row execute function held()`);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('select pg_advisory_lock(4270)');
    const submit = () =>
      ask('POST', '/api/v1/runs', { projectId, prompt: 'see a' }, { 'idempotency-key': 'once' });
    const first = submit();
    await eventually(async () => {
      const { rows } =
        await database.query(`select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and locktype = 'advisory' and not granted`);
      expect(rows).toHaveLength(1);
    });
    way.freeze();
    expect((await first).status).toBe(503);
    await holder.query('select pg_advisory_unlock_all()');
    way.thaw();
    let id = '';
    await eventually(async () => {
      const answer = await submit();
      expect(answer.status).toBe(202);
      ({ id } = (await answer.json()) as { id: string });
    });
    expect((await database.query('select id from runs')).rows).toEqual([{ id }]);
  });
});
