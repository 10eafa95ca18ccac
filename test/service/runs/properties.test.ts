import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { maxStarts } from '../../../src/kernel/max-starts.ts';
import type { Lease } from '../../../src/service/jobs/job.ts';
import { cancelRun } from '../../../src/service/runs/cancel-run.ts';
import { type Ending, endRun } from '../../../src/service/runs/end-run.ts';
import { hasEnded, nextStatus, type RunChange, type RunStatus } from '../../../src/service/runs/run.ts';
import { claimRuns, handBackRun, insertRunFile, writeProgress } from '../../../src/service/runs/run-store.ts';
import { submitPrompt } from '../../../src/service/runs/submit-run.ts';
import { createRunSweeps } from '../../../src/service/runs/sweep.ts';
import {
  contradictions,
  everything,
  makePlace,
  openRuns,
  outputWith,
  type Place,
  type RunsDatabase,
  submitMany,
} from './support.ts';

const hook = 'http://receiver.test/hook';
const platform = fc.constantFrom('web' as const, 'ios' as const);
const place = fc.nat(1);
/** Which of the runs, or of the leases that anybody ever had. */
const which = fc.nat();

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('submit' as const), place, platform, tells: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('submit many' as const),
      place,
      platform,
      tells: fc.boolean(),
      count: fc.integer({ min: 2, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      platform,
      limit: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'progress' as const,
        'file' as const,
        'complete' as const,
        'fail' as const,
        'hand back' as const,
      ),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'give up' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take over' as const), platform }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('concurrency' as const),
      place,
      value: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('admit' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What the rules say of one run. */
interface Expected {
  status: RunStatus;
  /** The only claim that counts, until another takes the run over. */
  token: string | null;
  isExpired: boolean;
  starts: number;
  /** As it was when it ended. */
  end: unknown;
}

describe('any sequence of what callers, workers, lost workers and zombies can do', () => {
  it('ends each run once and for good, keeps holds, jobs, counts and deliveries true, and lets a zombie change nothing', async () => {
    const at = await openRuns();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), (steps) =>
        follow(at, steps),
      ),
      { numRuns: 20 },
    );
  }, 400_000);
});

async function follow(at: RunsDatabase, steps: Step[]): Promise<void> {
  const { db, query, parts } = at;
  for (const table of ['jobs', 'run_files', 'runs', 'app_holds', 'apps', 'projects', 'events']) {
    await query(`delete from ${table}`);
  }
  const places = [await makePlace(at, 1), await makePlace(at, 2)];
  const sweeps = createRunSweeps({ retentionDays: 90, notifications: parts.notifications });
  const runs = new Map<string, Expected>();
  const leases: Array<Lease & { runId: string }> = [];
  const raised = new Set<string>();
  const placeOf = (index: number) => places[index] as Place;
  const runAt = (index: number) => [...runs.keys()][index % Math.max(1, runs.size)];

  const change = (runId: string, by: RunChange) => {
    const run = runs.get(runId);
    const next = run && nextStatus(run.status, by);
    if (!run || !next) throw new Error(`${by} of ${run?.status} is not legal`);
    run.status = next;
    if (by !== 'start') run.token = null;
  };
  const added = (ids: string[]) => {
    for (const id of ids)
      runs.set(id, { status: 'queued', token: null, isExpired: false, starts: 0, end: null });
  };

  /**
   * A write of a worker: it counts if its claim does and the run's status allows it (a run that was lost too often is
   * claimed without being started). Otherwise everything stays as it was.
   */
  async function asWorker(
    index: number,
    write: (lease: Lease, runId: string) => Promise<boolean>,
    by?: RunChange,
  ): Promise<string | null> {
    const lease = leases[index % Math.max(1, leases.length)];
    const run = lease && runs.get(lease.runId);
    if (lease === undefined || run === undefined) return null;
    const counts =
      run.token === lease.claimToken && (by === undefined || nextStatus(run.status, by) !== null);
    const before = counts ? null : await everything(at);
    expect(await write(lease, lease.runId)).toBe(counts);
    if (!counts) expect(await everything(at)).toEqual(before);
    return counts ? lease.runId : null;
  }
  const endBy = (ending: Ending) => async (lease: Lease, runId: string) =>
    (await endRun(parts, runId, ending, lease)) !== null;

  async function claim(on: 'web' | 'ios', limit: number): Promise<void> {
    const { rows } = await query('select id from runs where job_id is not null and platform = $1', [on]);
    const due = rows.filter(({ id }) => {
      const run = runs.get(id);
      return run?.token === null || run?.isExpired;
    });
    const claimed = await claimRuns(db, on, limit);
    expect(claimed).toHaveLength(Math.min(limit, due.length));
    for (const { run, lease, isLost } of claimed) {
      const expected = runs.get(run.id);
      if (!expected) throw new Error('an unknown run was claimed');
      expected.starts += 1;
      expect(isLost).toBe(expected.starts > maxStarts);
      if (!isLost) change(run.id, 'start');
      Object.assign(expected, { token: lease.claimToken, isExpired: false });
      expect(run.status).toBe(expected.status);
      leases.push({ ...lease, runId: run.id });
    }
  }

  for (const one of steps) {
    switch (one.do) {
      case 'submit': {
        const { projectId, apps } = placeOf(one.place);
        const run = await submitPrompt(parts, {
          projectId,
          prompt: 'see a',
          targetUrl: null,
          webhookUrl: one.tells ? hook : null,
          app: one.platform === 'web' ? null : { appId: apps[one.platform] },
          idempotencyKey: null,
        });
        added([run.id]);
        break;
      }
      case 'submit many':
        added(await submitMany(at, placeOf(one.place), { ...one, webhookUrl: one.tells ? hook : null }));
        break;
      case 'claim':
        await claim(one.platform, one.limit);
        break;
      case 'take over': {
        await query(`update jobs set due_at = now() - interval '1 s' where queue = $1`, [
          `runs.${one.platform}`,
        ]);
        const { rows } = await query('select id from runs where job_id is not null and platform = $1', [
          one.platform,
        ]);
        for (const { id } of rows) Object.assign(runs.get(id) ?? {}, { isExpired: true });
        await claim(one.platform, 100);
        break;
      }
      case 'progress':
      case 'file': {
        const file = { name: newId(), contentType: 'image/png', objectKey: `runs/${newId()}` };
        const written = await asWorker(one.which, (lease, runId) =>
          one.do === 'file'
            ? insertRunFile(db, lease, { runId, ...file })
            : writeProgress(db, lease, runId, outputWith(newId())),
        );
        if (written !== null) Object.assign(runs.get(written) ?? {}, { isExpired: false });
        break;
      }
      case 'complete': {
        const ended = await asWorker(
          one.which,
          endBy({ change: 'complete', output: outputWith('done', 'PASS') }),
          'complete',
        );
        if (ended !== null) change(ended, 'complete');
        break;
      }
      case 'fail': {
        const ended = await asWorker(
          one.which,
          endBy({ change: 'fail', error: { code: 'BROKEN', message: 'It broke.' } }),
          'fail',
        );
        if (ended !== null) change(ended, 'fail');
        break;
      }
      case 'hand back': {
        const back = await asWorker(one.which, (lease, runId) => handBackRun(db, lease, runId), 'handBack');
        const run = back === null ? undefined : runs.get(back);
        if (back !== null && run) {
          change(back, 'handBack');
          run.starts -= 1;
        }
        break;
      }
      case 'cancel': {
        const id = runAt(one.which);
        const run = id === undefined ? undefined : runs.get(id);
        if (id === undefined || run === undefined) break;
        const cancelling = cancelRun(parts, id, null);
        if (hasEnded(run.status)) await expect(cancelling).rejects.toMatchObject({ code: 'Conflict' });
        else {
          await cancelling;
          change(id, 'cancel');
        }
        break;
      }
      case 'give up': {
        const id = runAt(one.which);
        const run = id === undefined ? undefined : runs.get(id);
        if (id === undefined || run === undefined) break;
        const error = { code: 'NO_DEVICE', message: 'There is none.' };
        const given = await endRun(parts, id, { change: 'fail', error }, 'nobody-holding-it');
        expect(given !== null).toBe(!hasEnded(run.status) && (run.token === null || run.isExpired));
        if (given !== null) change(id, 'fail');
        break;
      }
      case 'expire': {
        const lease = leases[one.which % Math.max(1, leases.length)];
        if (lease === undefined) break;
        const { rowCount } = await query(`update jobs set due_at = now() - interval '1 s' where id = $1`, [
          lease.id,
        ]);
        const run = runs.get(lease.runId);
        if (rowCount === 1 && run) run.isExpired = true;
        break;
      }
      case 'concurrency': {
        const { projectId } = placeOf(one.place);
        await query('update projects set concurrency = $2 where id = $1', [projectId, one.value]);
        raised.add(projectId);
        break;
      }
      case 'admit':
        await sweeps.admitWaitingRuns(db);
        raised.clear();
        break;
    }
    expect(await contradictions(at, { mayWait: [...raised] })).toEqual([]);
    const { rows } = await query(`select id, status, to_jsonb(runs) as row from runs order by id`);
    expect(rows.map(({ id, status }) => [id, status])).toEqual(
      [...runs].map(([id, { status }]) => [id, status]).sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    );
    for (const { id, row } of rows) {
      const run = runs.get(id);
      if (!run || !hasEnded(run.status)) continue;
      run.end ??= row;
      expect(row).toEqual(run.end);
    }
  }
}

describe('callers, workers and zombies at the same moment', () => {
  it.each([
    ['is as it is', []],
    ['is raised and lowered', [1, 2, 4]],
  ])(
    'never wait for each other in a circle, and leave everything true, while the concurrency %s',
    async (_how, changes) => {
      const at = await openRuns(12);
      const { db, query, parts } = at;
      const places = [await makePlace(at, 1), await makePlace(at, 3)];
      const sweeps = createRunSweeps({ retentionDays: 90, notifications: parts.notifications });
      const runs: string[] = [];
      const leases: Array<Lease & { runId: string }> = [];
      const ends = new Map<string, number>();
      const faults: unknown[] = [];
      const random = <One>(of: readonly One[]) => of[Math.floor(Math.random() * of.length)];
      const platforms = ['web', 'ios', 'android'] as const;

      const ended = (runId: string) => ends.set(runId, (ends.get(runId) ?? 0) + 1);
      const withLease = async (work: (lease: Lease, runId: string) => Promise<unknown>) => {
        const lease = random(leases.slice(-12));
        if (lease !== undefined) await work(lease, lease.runId);
      };
      const acts: Array<() => Promise<unknown>> = [
        async () => {
          const { projectId, apps } = random(places) as Place;
          const on = random(platforms) ?? 'web';
          const run = await submitPrompt(parts, {
            projectId,
            prompt: 'see a',
            targetUrl: null,
            webhookUrl: random([hook, null]) ?? null,
            app: on === 'web' ? null : { appId: apps[on] },
            idempotencyKey: random(['a', 'b', null, null, null]) ?? null,
          }).catch((error: unknown) => {
            if ((error as { code?: string }).code !== 'Conflict') throw error;
          });
          if (run) runs.push(run.id);
        },
        async () => {
          const request = { platform: random(platforms) ?? 'web', count: 3, webhookUrl: hook };
          runs.push(...(await submitMany(at, random(places) as Place, request)));
        },
        ...[1, 2, 3].map(() => async () => {
          const claimed = await claimRuns(db, random(platforms) ?? 'web', 3);
          for (const { run, lease } of claimed) leases.push({ ...lease, runId: run.id });
        }),
        () => withLease((lease, runId) => writeProgress(db, lease, runId, outputWith('going on'))),
        () => withLease((lease, runId) => handBackRun(db, lease, runId)),
        ...(['complete', 'fail'] as const).map(
          (change) => () =>
            withLease(async (lease, runId) => {
              const ending: Ending =
                change === 'complete'
                  ? { change, output: outputWith('done', 'PASS') }
                  : { change, error: { code: 'BROKEN', message: 'It broke.' } };
              if (await endRun(parts, runId, ending, lease)) ended(runId);
            }),
        ),
        async () => {
          const id = random(runs.slice(-20));
          if (id && (await endRun(parts, id, { change: 'cancel' }, 'anyone'))) ended(id);
        },
        () =>
          query(
            `update jobs set due_at = now() - interval '1 s'
           where id in (select id from jobs where name = 'run.execute' limit 3 for update skip locked)`,
          ),
        ...changes.map(
          (concurrency) => () =>
            query('update projects set concurrency = $2 where id = $1', [
              (random(places) as Place).projectId,
              concurrency,
            ]),
        ),
        ...(changes.length > 0 ? [() => sweeps.admitWaitingRuns(db)] : []),
      ];

      const giveUpAtMs = performance.now() + 1_500;
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (performance.now() < giveUpAtMs || ends.size === 0) {
            await random(acts)?.().catch((error: unknown) => void faults.push(error));
            await delay(0);
          }
        }),
      );
      expect(faults).toEqual([]);
      if (changes.length > 0) await sweeps.admitWaitingRuns(db);
      else expect((await query('select from projects where active_runs > concurrency')).rowCount).toBe(0);
      expect(await contradictions(at)).toEqual([]);
      expect(Math.max(...ends.values())).toBe(1);
      const { rows } = await query('select id from runs where completed_at is not null order by id');
      expect(rows.map(({ id }) => id)).toEqual([...ends.keys()].sort());
      expect(ends.size).toBeGreaterThan(0);
    },
  );
});
