import { startsOfDays, startsOfHours } from '../../kernel/time-zone.ts';

/** What became of the runs that ended in an interval. */
export interface IntervalCounts {
  passed: number;
  failed: number;
  /** Could not be executed. */
  broken: number;
  cancelled: number;
  /** Of those with a verdict; null without any. */
  medianMs: number | null;
  slowMs: number | null;
}

export interface SlowTest {
  testId: string;
  title: string;
  runs: number;
  medianMs: number;
}

/** A test whose verdict changes from run to run. */
export interface UnstableTest {
  testId: string;
  title: string;
  runs: number;
  failed: number;
  changes: number;
}

type Interval = 'hour' | 'day';

/** The intervals of the last days, the present one included; the last two days are shown by the hour. */
export function intervalsOf(
  now: Date,
  { days, timeZone }: { days: number; timeZone: string },
): { interval: Interval; starts: Date[] } {
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
