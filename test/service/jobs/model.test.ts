import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lease } from '../../../src/service/jobs/job.ts';
import { claim, enqueue, putBack, renew, settle, stillOurs } from '../../../src/service/jobs/job-store.ts';
import { allShort, openJobs } from './support.ts';

/** What the rules say of one job. */
interface Expected {
  /** The only claim that counts, until another takes the job over. */
  token: string | null;
  isDue: boolean;
  attempts: number;
  settledTimes: number;
}

const actor = fc.integer({ min: 0, max: 1 });
/** Which of the leases that an actor ever had. */
const which = fc.nat();

const step = fc.oneof(
  fc.record({ do: fc.constant('enqueue' as const), queue: fc.constantFrom(...allShort) }),
  fc.record({ do: fc.constant('claim' as const), actor, limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('expire' as const), which }),
  fc.record({ do: fc.constantFrom('renew' as const, 'settle' as const), actor, which, count: fc.nat(3) }),
  fc.record({
    do: fc.constant('put back' as const),
    actor,
    which,
    counts: fc.boolean(),
    delayMs: fc.constantFrom(0, 3_600_000),
  }),
);

describe('any sequence of what two workers and time can do', () => {
  it('leaves each job with at most one valid claim, settles it exactly once, and lets a stale claim change nothing', async () => {
    const { db, query } = await openJobs();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await query('delete from jobs');
        const jobs = new Map<number, Expected>();
        const leases: [Lease[], Lease[]] = [[], []];
        const isValid = ({ id, claimToken }: Lease) => jobs.get(id)?.token === claimToken;
        const pick = (of: number, from: number, count: number): Lease[] => {
          const had = leases[of] ?? [];
          const picked =
            had.length === 0 ? [] : Array.from({ length: count }, (_, at) => had[(from + at) % had.length]);
          return [
            ...new Map(
              picked.flatMap((lease) => (lease ? [[lease.claimToken + lease.id, lease]] : [])),
            ).values(),
          ];
        };

        for (const one of steps) {
          switch (one.do) {
            case 'enqueue': {
              const id = await enqueue(db, {
                queue: one.queue,
                name: 'objects.delete',
                payload: { keys: [] },
              });
              jobs.set(id, { token: null, isDue: true, attempts: 0, settledTimes: 0 });
              break;
            }
            case 'claim': {
              const due = [...jobs.values()].filter(({ isDue }) => isDue).length;
              const claimed = await claim(db, allShort, one.limit);
              expect(claimed).toHaveLength(Math.min(due, one.limit));
              for (const { id, claimToken, attempts } of claimed) {
                const job = jobs.get(id);
                expect(job).toMatchObject({ isDue: true, attempts: attempts - 1 });
                if (job) Object.assign(job, { token: claimToken, isDue: false, attempts });
                leases[one.actor]?.push({ id, claimToken });
              }
              break;
            }
            case 'expire': {
              const id = [...jobs.keys()][one.which % Math.max(1, jobs.size)] ?? 0;
              await query('update jobs set due_at = now() where id = $1', [id]);
              const job = jobs.get(id);
              if (job && job.settledTimes === 0) job.isDue = true;
              break;
            }
            case 'renew': {
              const asked = pick(one.actor, one.which, one.count);
              const ours = new Set(asked.filter(isValid).map(({ id }) => id));
              expect(await stillOurs(db, asked)).toEqual(ours);
              expect(await renew(db, asked)).toEqual(ours);
              for (const id of ours) Object.assign(jobs.get(id) ?? {}, { isDue: false });
              break;
            }
            case 'settle': {
              const asked = pick(one.actor, one.which, one.count);
              const ours = new Set(asked.filter(isValid).map(({ id }) => id));
              expect(await settle(db, asked)).toEqual(ours);
              for (const id of ours) {
                const job = jobs.get(id);
                if (job)
                  Object.assign(job, { token: null, isDue: false, settledTimes: job.settledTimes + 1 });
              }
              break;
            }
            case 'put back': {
              const [lease] = pick(one.actor, one.which, 1);
              if (lease === undefined) break;
              const job = isValid(lease) ? jobs.get(lease.id) : undefined;
              await putBack(db, [{ ...lease, delayMs: one.delayMs, counts: one.counts }]);
              if (job) {
                const attempts = job.attempts - (one.counts ? 0 : 1);
                Object.assign(job, { token: null, isDue: one.delayMs === 0, attempts });
              }
              break;
            }
          }
          const { rows } = await query(
            'select id::int, claim_token as token, attempts, due_at <= clock_timestamp() as "isDue" from jobs order by id',
          );
          const left = [...jobs].filter(([, { settledTimes }]) => settledTimes === 0);
          expect(rows).toEqual(
            left.map(([id, { token, attempts, isDue }]) => ({ id, token, attempts, isDue })),
          );
          expect([...jobs.values()].every(({ settledTimes }) => settledTimes <= 1)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
