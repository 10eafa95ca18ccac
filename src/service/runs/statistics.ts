import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { startsOfDays, startsOfHours } from '../../kernel/time-zone.ts';

const tested = { testId: Type.String({ format: 'uuid' }), title: Type.String(), runs: Type.Integer() };

export const Statistics = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Runs that ended at this time or later are counted',
    }),
    to: Type.String({ format: 'date-time' }),
    interval: oneOf(['hour', 'day'], { description: '`hour` for up to two days' }),
    countedRuns: Type.Integer({ description: 'Ended runs that were counted, 20,000 at most' }),
    isPartial: Type.Boolean({
      description: 'There were more runs: the newest are counted, and `from` says how far they reach',
    }),
    unfinished: Type.Object(
      { queued: Type.Integer(), running: Type.Integer() },
      { description: 'At this moment; each counted up to 10,000' },
    ),
    series: Type.Array(
      Type.Object(
        {
          from: Type.String({ format: 'date-time' }),
          passed: Type.Integer({ description: 'The result was PASS' }),
          failed: Type.Integer({ description: 'The result was FAILED' }),
          broken: Type.Integer({ description: 'Could not be executed' }),
          cancelled: Type.Integer(),
          medianMs: nullable.integer({ description: 'Median duration of the runs with a result' }),
          slowMs: nullable.integer({ description: '95th percentile of the same' }),
        },
        { title: 'StatisticsInterval' },
      ),
      { description: 'By the time at which runs ended; every interval is there, also those without a run' },
    ),
    slowest: Type.Array(Type.Object({ ...tested, medianMs: Type.Integer() }), {
      description: 'The ten tests with the longest median duration',
    }),
    unstable: Type.Array(
      Type.Object({
        ...tested,
        failed: Type.Integer(),
        changes: Type.Integer({ description: 'How often the result differed from that of the run before' }),
      }),
      { description: 'The ten tests whose result changed most often, twice at least' },
    ),
  },
  { title: 'Statistics' },
);

type Statistics = Static<typeof Statistics>;
/** What became of the runs that ended in an interval. */
export type IntervalCounts = Omit<Statistics['series'][number], 'from'>;
export type SlowTest = Statistics['slowest'][number];
/** A test whose verdict changes from run to run. */
export type UnstableTest = Statistics['unstable'][number];

/** The intervals of the last days, the present one included; the last two days are shown by the hour. */
export function intervalsOf(
  now: Date,
  { days, timeZone }: { days: number; timeZone: string },
): { interval: Statistics['interval']; starts: Date[] } {
  return days <= 2
    ? { interval: 'hour', starts: startsOfHours(now, days * 24, timeZone) }
    : { interval: 'day', starts: startsOfDays(now, days, timeZone) };
}

const nothing: IntervalCounts = {
  passed: 0,
  failed: 0,
  broken: 0,
  cancelled: 0,
  medianMs: null,
  slowMs: null,
};

/** Every interval of the window, also those in which nothing ended; without those that were not counted. */
export function seriesOf(
  starts: readonly Date[],
  counts: ReadonlyArray<IntervalCounts & { place: number }>,
  cutAt: Date | null,
): Array<IntervalCounts & { from: Date }> {
  const atPlace = new Map(counts.map(({ place, ...interval }) => [place, interval]));
  const series = starts.map((from, at) => ({ from, ...(atPlace.get(at + 1) ?? nothing) }));
  if (cutAt === null) return series;
  const first = starts.findLastIndex((start) => start <= cutAt);
  return series.slice(Math.max(0, first));
}
