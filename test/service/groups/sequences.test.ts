import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound } from '../../../src/kernel/outbound/outbound.ts';
import { importsPerProject } from '../../../src/service/apps/import-limits.ts';
import { findBatch } from '../../../src/service/groups/batch-store.ts';
import { cancelBatch } from '../../../src/service/groups/cancel-batch.ts';
import { insertGroup } from '../../../src/service/groups/group-store.ts';
import { replaceMembers } from '../../../src/service/groups/membership.ts';
import { findRecord } from '../../../src/service/groups/project-records.ts';
import { rerunBatch } from '../../../src/service/groups/rerun-batch.ts';
import { insertTest } from '../../../src/service/groups/test-store.ts';
import { triggerGroup } from '../../../src/service/groups/trigger.ts';
import { inspectBinary, readIcon } from '../../../src/service/inspect/inspect.ts';
import { type Job, type Lease, queues } from '../../../src/service/jobs/job.ts';
import { claim, putBack } from '../../../src/service/jobs/job-store.ts';
import { updateAndAdmit } from '../../../src/service/runs/admit-runs.ts';
import { cancelRun } from '../../../src/service/runs/cancel-run.ts';
import { type Ending, endRun } from '../../../src/service/runs/end-run.ts';
import { createImporter, type Importer } from '../../../src/service/runs/import-for-runs.ts';
import { claimRuns } from '../../../src/service/runs/run-store.ts';
import { createDiskStore } from '../../../src/service/storage/disk.ts';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';
import { createTestFolder } from '../../support/service.js';
import { log, makePlace, openRuns, outputWith, type RunsDatabase } from '../runs/support.ts';
import { serve, smallBuild } from './support.js';

const platforms = ['web', 'ios'] as const;
const runModes = ['sequential', 'concurrent'] as const;
const which = fc.nat();

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('trigger' as const),
      runMode: fc.constantFrom(...runModes),
      app: fc.constantFrom('uploaded' as const, 'artifact' as const, 'missing artifact' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('begin' as const), platform: fc.constantFrom(...platforms) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('complete' as const, 'fail' as const, 'lose' as const),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel run' as const, 'no device' as const), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel batch' as const, 'rerun' as const), which }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('import' as const, 'stop importing' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('concurrency' as const), value: fc.integer({ min: 1, max: 5 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

describe('any sequence of triggers, ends, cancellations, re-runs and imports', () => {
  it('keeps turns, counts and holds true, and leaves no run stuck, no place taken and no hold', async () => {
    const world = await openWorld();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), (steps) =>
        follow(world, steps),
      ),
      { numRuns: 12 },
    );
  }, 400_000);
});

interface World {
  at: RunsDatabase;
  importer: Importer;
  artifactsUrl: string;
}

async function openWorld(): Promise<World> {
  const at = await openRuns();
  const bytes = await smallBuild.bytes();
  const artifactsUrl = await serve((request, response) => {
    if (request.url === '/missing.zip') response.writeHead(404).end();
    else response.end(bytes);
  });
  const outbound = createOutbound({
    policy: { allowPrivate: true, allowNetworks: [] },
  });
  onTestFinished(() => outbound.close());
  const signer = createUrlSigner(Buffer.alloc(32), () => '', { now: () => 0 });
  const importer = createImporter({
    ...at.parts,
    store: createDiskStore({ root: await createTestFolder(), signer, log }),
    inspector: {
      inspect: (source, kind) => inspectBinary(source, kind),
      readIcon: (source, kind) => readIcon(source, kind),
    },
    outbound,
    maxUploadBytes: 1_000_000,
    log,
  });
  return { at, importer, artifactsUrl };
}

async function follow({ at, importer, artifactsUrl }: World, steps: Step[]): Promise<void> {
  const { db, query, parts } = at;
  for (const table of ['jobs', 'runs', 'app_holds', 'apps', 'imports', 'batches', 'projects', 'events'])
    await query(`delete from ${table}`);
  const { projectId, apps } = await makePlace(at, 2);
  const groups = await makeGroups(at, projectId);
  const leases: Array<Lease & { runId: string }> = [];
  const batchIds: string[] = [];
  const ids = async (table: string) =>
    (await query(`select id from ${table} order by id`)).rows.map(({ id }) => String(id));
  const pick = async (table: string, index: number) => {
    const all = await ids(table);
    return all[index % Math.max(1, all.length)];
  };

  const appOf = (app: 'uploaded' | 'artifact' | 'missing artifact') => {
    if (app === 'uploaded') return { appId: apps.ios };
    return { artifactUrl: `${artifactsUrl}/${app === 'artifact' ? 'a.app.zip' : 'missing.zip'}` };
  };
  const begin = async (platform: (typeof platforms)[number], limit: number) => {
    for (const { run, lease, isLost } of await claimRuns(db, platform, limit)) {
      if (isLost) await endRun(parts, run.id, failed('WORKER_LOST'), lease);
      else leases.push({ ...lease, runId: run.id });
    }
  };
  const end = async (index: number, ending: Ending) => {
    const [lease] = leases.splice(index % Math.max(1, leases.length), 1);
    if (lease !== undefined) await endRun(parts, lease.runId, ending, lease);
  };
  const importOne = async (): Promise<Job | undefined> => {
    const [job] = await claim(db, [queues.imports], 1);
    if (job?.name === 'artifact.import') expect(await importer.handle(job)).toBe('settled');
    return job;
  };

  async function take(one: Step): Promise<void> {
    switch (one.do) {
      case 'trigger': {
        const group = await findRecord(db, 'groups', groups[one.runMode], null);
        if (group === null) throw new Error('the group is gone');
        const request = { app: appOf(one.app), targetUrl: null, commitSha: null, webhookUrl: null };
        batchIds.push(
          (await triggerGroup(parts, { group, request, isKeyless: false, idempotency: null })).batchId,
        );
        return;
      }
      case 'begin':
        return begin(one.platform, 1);
      case 'complete':
        return end(one.which, done);
      case 'fail':
        return end(one.which, failed('BROKEN'));
      case 'lose': {
        const [lease] = leases.splice(one.which % Math.max(1, leases.length), 1);
        if (lease) await query(`update jobs set due_at = now() - interval '1 s' where id = $1`, [lease.id]);
        return;
      }
      case 'cancel run': {
        const id = await pick('runs', one.which);
        if (id !== undefined) await cancelRun(parts, id, null).catch(orConflict);
        return;
      }
      case 'no device': {
        const id = await pick('runs', one.which);
        if (id !== undefined) await endRun(parts, id, failed('NO_DEVICE'), 'nobody-holding-it');
        return;
      }
      case 'cancel batch': {
        const id = await pick('batches', one.which);
        if (id !== undefined) await cancelBatch(parts, id).catch(orConflict);
        return;
      }
      case 'rerun': {
        const id = await pick('batches', one.which);
        const batch = id === undefined ? null : await findBatch(db, id, null);
        if (batch !== null) batchIds.push((await rerunBatch(parts, batch)).batchId);
        return;
      }
      case 'import':
        await importOne();
        return;
      case 'stop importing': {
        const jobs = await claim(db, [queues.imports], 1);
        await putBack(
          db,
          jobs.map((job) => ({ ...job, delayMs: 0, counts: false })),
        );
        return;
      }
      case 'concurrency':
        await updateAndAdmit(parts, projectId, { concurrency: one.value });
    }
  }

  for (const one of steps) {
    await take(one);
    expect(await contradictions(at), JSON.stringify(one)).toEqual([]);
  }
  // Every step lets at least one run end, so that this many are enough unless one is stuck.
  for (let rest = (await ids('runs')).length * 2 + 2; rest > 0 && (await isUnfinished(at)); rest -= 1) {
    while ((await importOne()) !== undefined);
    for (const platform of platforms) await begin(platform, 10);
    while (leases.length > 0) await end(0, done);
    expect(await contradictions(at)).toEqual([]);
  }
  expect(await isUnfinished(at)).toBe(false);
  const { rows } = await query(
    `select (select count(*) from app_holds)::int as holds, (select sum(active_runs) from projects)::int as active,
       (select count(*) from jobs where queue <> 'cleanup')::int as jobs,
       (select count(*) from imports where ended_at is null)::int as imports`,
  );
  expect(rows).toEqual([{ holds: 0, active: 0, jobs: 0, imports: 0 }]);
  const told = await query(
    `select data->>'id' as id from events where type = 'batch.ended' group by 1 having count(*) = 1 order by 1`,
  );
  expect(told.rows.map(({ id }) => id)).toEqual(batchIds.sort());
}

/** A group of each mode, with the same tests. */
async function makeGroups(
  { db }: RunsDatabase,
  projectId: string,
): Promise<Record<(typeof runModes)[number], string>> {
  const testIds: string[] = [];
  for (const platform of ['mobile', 'web', 'ios'] as const) {
    const test = await insertTest(db, projectId, {
      title: platform,
      description: null,
      platform,
      enabled: true,
      steps: [{ type: 'assert', title: 'see a' }],
      device: null,
    });
    testIds.push(test?.id ?? '');
  }
  const make = async (runMode: (typeof runModes)[number]) => {
    const group = await insertGroup(db, projectId, { name: runMode, runMode, device: null });
    if (group === null) throw new Error('there is no project');
    await replaceMembers(db, group, testIds);
    return group.id;
  };
  return { sequential: await make('sequential'), concurrent: await make('concurrent') };
}

/** All that contradicts what must hold between batches, runs, imports, holds and counts at any moment. */
async function contradictions({ query }: RunsDatabase): Promise<unknown[]> {
  const { rows } = await query(`
    with unfinished as (
      select runs.*, run_mode, row_number() over (partition by batch_id order by runs.id) as place
      from runs join batches on batches.id = runs.batch_id where runs.completed_at is null
    )
    select 'places' as what, to_jsonb(projects) as at from projects
    where active_runs <> (select count(*) from runs where job_id is not null)
      + (select count(*) from imports where ended_at is null and not is_waiting)
    union all
    select 'waits although its project imports less than its share', to_jsonb(projects) from projects
    where exists (select from imports where project_id = projects.id and is_waiting)
      and ${importsPerProject} <> (
        select count(*) from imports where project_id = projects.id and ended_at is null and not is_waiting
      )
    union all
    select 'waits although there is room', to_jsonb(projects) from projects
    where active_runs < concurrency
      and exists (select from unfinished where status = 'queued' and job_id is null and waits_for is null)
    union all
    select 'out of turn', to_jsonb(unfinished) from unfinished
    where (coalesce(waits_for, '') = 'turn') <> (run_mode = 'sequential' and place > 1)
    union all
    select 'waits for no import', to_jsonb(unfinished) from unfinished
    where waits_for = 'import' and not exists (
      select from imports where id = unfinished.import_id and ended_at is null
    )
    union all
    select 'holds', to_jsonb(coalesce(held.id, app_holds.holder_id))
    from (select * from unfinished where app_id is not null) as held
    full join app_holds on app_holds.holder_id = held.id and app_holds.app_id = held.app_id
    where held.id is null or app_holds.holder_id is null
    union all
    select 'hold count', to_jsonb(apps) from apps
    where hold_count <> (select count(*) from app_holds where app_id = apps.id)`);
  return rows;
}

async function isUnfinished({ query }: RunsDatabase): Promise<boolean> {
  const { rowCount } = await query('select from runs where completed_at is null limit 1');
  const left = await query('select from imports where ended_at is null limit 1');
  return rowCount === 1 || left.rowCount === 1;
}

const done: Ending = { change: 'complete', output: outputWith('done', 'PASS') };

function failed(code: string): Ending {
  return { change: 'fail', error: { code, message: 'It broke.' } };
}

function orConflict(error: { code?: string }): void {
  if (error.code !== 'Conflict') throw error;
}
