import { readdir, readFile } from 'node:fs/promises';
import { assertions } from '../src/engine/checks/claims.ts';
import { relationWords } from '../src/engine/grammar/relations.ts';
import { readTask } from '../src/engine/grammar/understand.ts';
import { verbs } from '../src/engine/grammar/vocabulary.ts';
import { ExecutionFailure } from '../src/engine/report.ts';
import { worstPrompts } from '../test/support/worst-prompts.ts';
import { type Figure, median } from './support/figure.ts';
import { startNode } from './support/node-process.ts';

const longestPrompt = 20_000;
const shorter = longestPrompt / 4;
const rounds = 15;
/** Such a prompt takes all the effort that a task has. */
const maxMs = 150;
/** Of the longest to the shorter. What is linear takes four times as long. */
const maxGrowth = 5.5;

interface Measured {
  kind: string;
  ms: number;
  shorterMs: number;
  scanMs: number;
}

const newProcesses = 7;
const maxFirstMs = 40;

/** Of what says something else: a verb, an assertion or a relation. */
const maxLinesEach = 80;

/** Prompts that are slow to read, against shorter ones of the same kind and a plain look at each character. */
export async function benchReading(): Promise<Figure[]> {
  const all = Object.entries(worstPrompts).map(([kind, make]) => measure(kind, make));
  const slowest = all.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
  const steepest = all.reduce((worst, one) => (growth(one) > growth(worst) ? one : worst));
  return [
    await benchFirstReading(),
    await benchSize(),
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

/** The first ten sentences that a process reads, once the code is loaded. */
async function benchFirstReading(): Promise<Figure> {
  const measured: { loadMs: number; readMs: number }[] = [];
  for (let round = 0; round < newProcesses; round += 1) {
    const child = startNode([
      '--input-type=module',
      '-e',
      firstReading(new URL('../src/', import.meta.url).href),
    ]);
    measured.push((await child.nextLine()) as { loadMs: number; readMs: number });
    await child.stop();
  }
  const readMs = median(measured.map((one) => one.readMs));
  const loadMs = median(measured.map((one) => one.loadMs));
  return {
    name: 'the first ten sentences of a new process, ms',
    value: readMs,
    baseline: `loading the code ${loadMs.toFixed(0)} ms`,
    ratio: readMs / loadMs,
    target: `≤ ${maxFirstMs} ms`,
    met: readMs <= maxFirstMs,
  };
}

function firstReading(source: string): string {
  const prompt =
    'Open /login. Type "alice" into "Username". Type "x" into the password field. Click the Login button. See "Welcome, alice". Click "Delete" in the first row. If "Accept cookies" is visible, click it. See at least 3 rows. Wait until the "Save" button is enabled. The table is sorted by "Age".';
  return `
    const start = performance.now();
    const { readTask } = await import(${JSON.stringify(`${source}engine/grammar/understand.js`)});
    const loaded = performance.now();
    const read = readTask({ prompt: ${JSON.stringify(prompt)}, steps: null, targetUrl: 'http://127.0.0.1', platform: 'web', variables: [] });
    const end = performance.now();
    if (read.length !== 10 || read.some(({ step }) => step === null)) throw new Error('not understood');
    console.log(JSON.stringify({ loadMs: loaded - start, readMs: end - loaded }));
    process.stdin.resume();`;
}

/** Reading sentences and judging what they claim, against how much can be said. */
async function benchSize(): Promise<Figure> {
  const folders = ['grammar', 'checks'].map(
    (name) => new URL(`../../../src/engine/${name}/`, import.meta.url),
  );
  const lines = (await Promise.all(folders.map(linesIn))).reduce((sum, count) => sum + count, 0);
  const relations = relationWords().length;
  const said = verbs.length + assertions.length + relations;
  return {
    name: 'lines that read and judge sentences, for each verb, assertion and relation',
    value: lines / said,
    baseline: `${lines} lines`,
    ratio: lines / said / maxLinesEach,
    target: `≤ ${maxLinesEach}`,
    met: lines / said <= maxLinesEach,
    note: `${verbs.length} verbs, ${assertions.length} assertions, ${relations} relations`,
  };
}

async function linesIn(folder: URL): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}
