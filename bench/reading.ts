import { readdir, readFile } from 'node:fs/promises';
import { assertions } from '../src/engine/grammar/claims.ts';
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
const maxMs = 50;
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

/** What is read, and in how many lines, before there was a grammar: 61 shapes and places ("in"), 1,635 lines. */
const before = { statements: 61, relations: 1, lines: 1_635 };
/** What carries out and judges belongs to the pilot, not to the grammar. */
const outsideGrammar =
  /^(?:checks|address|execute-instruction|check|check-claim|clauses|conceal|describe|nearest|problem|quotes|sentences|understand)(?:\.ts)?$/;

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

/** How many lines of the grammar's source there are for each verb or assertion with each relation. */
async function benchSize(): Promise<Figure> {
  const folder = new URL('../../../src/engine/grammar/', import.meta.url);
  const names = await readdir(folder, { recursive: true });
  const files = names.filter(
    (name) => name.endsWith('.ts') && !outsideGrammar.test(name.split('/')[0] ?? ''),
  );
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  const statements = verbs.length + assertions.length;
  const relations = relationWords().length;
  const value = lines / (statements * relations);
  const old = before.lines / (before.statements * before.relations);
  return {
    name: 'lines of the grammar for each verb or assertion with each relation',
    value,
    baseline: `${old.toFixed(1)} before`,
    ratio: value / old,
    target: '< 1 ×',
    met: value < old,
    note: `${statements} verbs and assertions, ${relations} relations, ${lines} lines; before ${before.statements}, ${before.relations} and ${before.lines}`,
  };
}
