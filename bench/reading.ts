import { ExecutionFailure } from '../src/devices/device.ts';
import { readTask } from '../src/pilots/steps/understand.ts';
import { worstPrompts } from '../test/support/worst-prompts.ts';
import type { Figure } from './support/figure.ts';

const longestPrompt = 20_000;
const shorter = longestPrompt / 4;
const rounds = 15;
const maxMs = 50;
/** Of the longest to the shorter. What is linear takes four times as long. */
const maxGrowth = 5.5;

interface Measured {
  kind: string;
  ms: number;
  shorterMs: number;
  scanMs: number;
}

/** Prompts that are slow to read, against shorter ones of the same kind and a plain look at each character. */
export async function benchReading(): Promise<Figure[]> {
  const all = Object.entries(worstPrompts).map(([kind, make]) => measure(kind, make));
  const slowest = all.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
  const steepest = all.reduce((worst, one) => (growth(one) > growth(worst) ? one : worst));
  return [
    {
      name: `reading a prompt of 20,000 characters, ms of processor time: ${slowest.kind}`,
      value: slowest.ms,
      baseline: `a look at each character ${slowest.scanMs.toFixed(2)} ms`,
      ratio: slowest.ms / slowest.scanMs,
      target: `≤ ${maxMs} ms`,
      met: slowest.ms <= maxMs,
      note: `${all.map(({ kind, ms }) => `${kind} ${ms.toFixed(1)}`).join(', ')}`,
    },
    {
      name: `the same for the kind that grows fastest, ms: ${steepest.kind}`,
      value: steepest.ms,
      baseline: `5,000 characters of it ${steepest.shorterMs.toFixed(2)} ms`,
      ratio: growth(steepest),
      target: `≤ ${maxGrowth} ×`,
      met: growth(steepest) <= maxGrowth,
    },
  ];
}

/** What takes less than a millisecond tells nothing about growth. */
function growth({ ms, shorterMs }: Measured): number {
  return ms / Math.max(1, shorterMs);
}

/** The best of some rounds: what others on the machine take is not the reader's. */
function measure(kind: string, make: (length: number) => string): Measured {
  const measured: Measured = { kind, ms: Infinity, shorterMs: Infinity, scanMs: Infinity };
  const [long, short] = [make(longestPrompt), make(shorter)];
  for (let round = 0; round < rounds; round += 1) {
    measured.shorterMs = Math.min(
      measured.shorterMs,
      timed(() => read(short)),
    );
    measured.ms = Math.min(
      measured.ms,
      timed(() => read(long)),
    );
    measured.scanMs = Math.min(
      measured.scanMs,
      timed(() => scan(long)),
    );
  }
  return measured;
}

/** Processor time, in milliseconds. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function read(prompt: string): void {
  try {
    readTask({ platform: 'web', targetUrl: 'http://127.0.0.1', variables: [], prompt, steps: null });
  } catch (error) {
    // More sentences than a run takes.
    if (!(error instanceof ExecutionFailure)) throw error;
  }
}

function scan(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) if (/[\p{L}\p{N}]/u.test(text.charAt(at))) letters += 1;
  return letters;
}
