/** One line of the report: a value, what it is held against, and whether it reaches what was asked. */
export interface Figure {
  name: string;
  value: number;
  baseline: string;
  ratio: number;
  target: string;
  met: boolean;
  note?: string;
}

/** What was measured and its baseline, one right after the other. */
export interface Pair {
  value: number;
  baseline: number;
}

/** Measures both in each round, every other time in the other order. */
export async function measureInTurns(
  rounds: number,
  measure: () => Promise<number>,
  measureBaseline: () => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const value = await measure();
      pairs.push({ value, baseline: await measureBaseline() });
    } else {
      const baseline = await measureBaseline();
      pairs.push({ value: await measure(), baseline });
    }
  }
  return pairs;
}

/** The ratio of a pair is that of one moment, whatever the machine did: its median is what counts. */
export function figureOfPairs(
  name: string,
  pairs: readonly Pair[],
  describeBaseline: (median: number) => string,
  { most, least, note }: { most?: number; least?: number; note?: string },
): Figure {
  const ratios = pairs.map(({ value, baseline }) => value / baseline);
  const ratio = median(ratios);
  const all = `ratios ${ratios.map((one) => one.toFixed(2)).join(' ')}`;
  return {
    name,
    value: median(pairs.map(({ value }) => value)),
    baseline: describeBaseline(median(pairs.map(({ baseline }) => baseline))),
    ratio,
    target: most === undefined ? `≥ ${least} ×` : `≤ ${most} ×`,
    met: most === undefined ? ratio >= (least ?? 0) : ratio <= most,
    note: note === undefined ? all : `${note}; ${all}`,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
