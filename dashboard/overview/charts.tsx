import { useComputedColorScheme } from '@mantine/core';
import type { AnswerTo } from '../../src/client/index.ts';
import { Chart } from '../parts/chart.tsx';
import { formatDuration } from '../parts/format.ts';

type Statistics = AnswerTo<'getStatistics'>;

/** Each bar is drawn over the one before it, from all runs of the interval down to those that passed: a stack. */
export function VerdictChart({ statistics }: { statistics: Statistics }) {
  const colors = useColors();
  const { series } = statistics;
  const passed = series.map((each) => each.passed);
  const failed = series.map((each) => each.passed + each.failed);
  const broken = series.map((each) => each.passed + each.failed + each.broken);
  return (
    <Chart
      label={`Runs of each ${statistics.interval}: ${total(series, 'passed')} passed, ${total(series, 'failed')} failed, ${total(series, 'broken')} not executed`}
      times={series.map(({ from }) => from)}
      kind="bars"
      format={(value) => String(value)}
      lines={[
        { label: 'Not executed', values: broken, color: colors.broken },
        { label: 'Failed', values: failed, color: colors.failed },
        { label: 'Passed', values: passed, color: colors.passed },
      ]}
    />
  );
}

export function DurationChart({ statistics }: { statistics: Statistics }) {
  const colors = useColors();
  const { series } = statistics;
  return (
    <Chart
      label={`Duration of the runs of each ${statistics.interval}: the median and the slowest of 20`}
      times={series.map(({ from }) => from)}
      kind="lines"
      format={formatDuration}
      lines={[
        { label: 'Slowest of 20', values: series.map(({ slowMs }) => slowMs), color: colors.slow },
        { label: 'Median', values: series.map(({ medianMs }) => medianMs), color: colors.median },
      ]}
    />
  );
}

function total(series: Statistics['series'], member: 'passed' | 'failed' | 'broken'): number {
  return series.reduce((sum, each) => sum + each[member], 0);
}

function useColors() {
  const isDark = useComputedColorScheme('light') === 'dark';
  return isDark
    ? { passed: '#40c057', failed: '#fa5252', broken: '#fd7e14', median: '#4dabf7', slow: '#868e96' }
    : { passed: '#2f9e44', failed: '#e03131', broken: '#e8590c', median: '#1971c2', slow: '#adb5bd' };
}
