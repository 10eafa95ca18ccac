import { durationText } from '../../../client/index.ts';
import type { Printer } from '../printer.ts';
import { bytesText } from './format.ts';
import { clean, fitted, widthOf } from './text.ts';

export interface Progress {
  label: string;
  doneBytes: number;
  totalBytes: number;
  /** Null until it can be told. */
  bytesPerSecond: number | null;
}

interface ProgressReporter {
  update(doneBytes: number): void;
  /** Leaves nothing behind on a terminal. */
  end(): void;
}

const drawEveryMs = 100;
const lineEveryMs = 5_000;
/** The rate is that of the last few seconds. */
const windowMs = 4_000;

/** A bar on a terminal, a plain line now and then elsewhere, nothing where nothing is wanted. */
export function reportProgress(
  printer: Printer,
  label: string,
  totalBytes: number,
  nowMs: () => number = () => performance.now(),
): ProgressReporter {
  const { status } = printer;
  let samples = [{ atMs: nowMs(), doneBytes: 0 }];
  let shownAtMs = status.isShown ? Number.NEGATIVE_INFINITY : nowMs();
  return {
    update(doneBytes) {
      const atMs = nowMs();
      // It began again, after a broken connection.
      if (doneBytes < (samples.at(-1)?.doneBytes ?? 0)) samples = [];
      samples.push({ atMs, doneBytes });
      while (samples.length > 2 && atMs - (samples[0]?.atMs ?? 0) > windowMs) samples.shift();
      const dueMs = status.isShown ? drawEveryMs : lineEveryMs;
      const isOver = doneBytes >= totalBytes && status.isShown;
      if (atMs - shownAtMs < dueMs && !isOver) return;
      shownAtMs = atMs;
      const progress = { label, doneBytes, totalBytes, bytesPerSecond: rateOf(samples) };
      if (status.isShown) status.set(progressBar(progress, status.width));
      else printer.note(progressText(progress));
    },
    end: () => status.set(''),
  };
}

/** `Shop.app.zip  ██████░░░░  58 %  12.3 of 21.0 MB  4.2 MB/s  2.1 s left`, in at most this width. */
export function progressBar(progress: Progress, width: number): string {
  const label = clean(progress.label);
  const text = figures(progress).join('  ');
  const barWidth = Math.min(40, width - widthOf(label) - widthOf(text) - 4);
  if (barWidth < 5) return fitted(`${label}  ${text}`, width);
  const full = Math.round(share(progress) * barWidth);
  return `${label}  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)}  ${text}`;
}

function progressText(progress: Progress): string {
  return `${clean(progress.label)}: ${figures(progress).join(', ')}`;
}

function figures(progress: Progress): string[] {
  const { doneBytes, totalBytes, bytesPerSecond } = progress;
  const parts = [
    `${Math.floor(share(progress) * 100)} %`,
    `${bytesText(doneBytes)} of ${bytesText(totalBytes)}`,
  ];
  if (bytesPerSecond === null || bytesPerSecond <= 0) return parts;
  parts.push(`${bytesText(bytesPerSecond)}/s`);
  const left = totalBytes - doneBytes;
  return left > 0 ? [...parts, `${durationText(Math.ceil(left / bytesPerSecond) * 1_000)} left`] : parts;
}

function share({ doneBytes, totalBytes }: Progress): number {
  return totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
}

function rateOf(samples: ReadonlyArray<{ atMs: number; doneBytes: number }>): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < 250) return null;
  return ((last.doneBytes - first.doneBytes) / (last.atMs - first.atMs)) * 1_000;
}
