import 'uplot/dist/uPlot.min.css';
import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import './valid-language.ts';
import uPlot from 'uplot';
import classes from './chart.module.css';

interface ChartLine {
  label: string;
  values: Array<number | null>;
  color: string;
}

interface Props {
  /** What the chart shows, for those who do not see it. */
  label: string;
  times: string[];
  kind: 'bars' | 'lines';
  lines: ChartLine[];
  format: (value: number) => string;
}

const height = 200;

export function Chart({ label, times, kind, lines, format }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const plot = new uPlot(
      optionsOf({ kind, lines, format, isDark: scheme === 'dark', width: element.clientWidth }),
      dataOf(times, lines),
      element,
    );
    const resizing = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      plot.destroy();
    };
  }, [times, kind, lines, format, scheme]);
  return (
    <>
      <div ref={place} role="img" aria-label={label} className={classes.place} />
      <Group gap="md" mt={4} aria-hidden="true">
        {lines.toReversed().map((line) => (
          <Group key={line.label} gap={6}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={line.color} />
            </svg>
            <Text size="sm">{line.label}</Text>
          </Group>
        ))}
      </Group>
    </>
  );
}

function dataOf(times: string[], lines: ChartLine[]): uPlot.AlignedData {
  return [times.map((time) => new Date(time).getTime() / 1_000), ...lines.map(({ values }) => values)];
}

function optionsOf({
  kind,
  lines,
  format,
  isDark,
  width,
}: Omit<Props, 'label' | 'times'> & { isDark: boolean; width: number }): uPlot.Options {
  const stroke = isDark ? '#c9c9c9' : '#495057';
  const grid = { stroke: isDark ? '#424242' : '#e9ecef', width: 1 };
  const { bars } = uPlot.paths;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      // Half an interval on both sides: a bar is in the middle of its time, and the outer ones would be cut.
      ...(kind === 'bars' && {
        x: { range: (plot: uPlot, min: number, max: number) => widened(plot, min, max) },
      }),
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.05)] },
    },
    axes: [
      {
        stroke,
        grid: { show: false },
        ticks: grid,
        space: 80,
        values: (_plot, ticks, _axis, _space, stepSeconds) =>
          ticks.map((tick) => formatTick(new Date(tick * 1_000), stepSeconds)),
      },
      {
        stroke,
        grid,
        ticks: { show: false },
        size: 70,
        ...(kind === 'bars' && { incrs: wholeSteps }),
        values: (_plot, ticks) => ticks.map((tick) => format(tick)),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, color }) => ({
        label,
        stroke: color,
        spanGaps: true,
        ...(kind === 'bars'
          ? {
              fill: color,
              width: 0,
              points: { show: false },
              ...(bars !== undefined && { paths: bars({ size: [0.7, 40] }) }),
            }
          : { width: 2, points: { show: true, size: 5 } }),
      })),
    ],
  };
}

function widened({ data: [times] }: uPlot, min: number, max: number): [number, number] {
  const half = times.length > 1 ? (max - min) / (times.length - 1) / 2 : 43_200;
  return [min - half, max + half];
}

/** There is no half run. */
const wholeSteps = [1, 2, 5]
  .flatMap((digit) => Array.from({ length: 6 }, (_, power) => digit * 10 ** power))
  .sort((one, other) => one - other);

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

function formatTick(at: Date, stepSeconds: number): string {
  return (stepSeconds < 86_400 ? hour : day).format(at);
}
