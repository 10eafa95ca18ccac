import {
  durationText,
  type GantryClient,
  type Run,
  verdictOf,
  type WaitOptions,
  WaitTimeoutError,
  waitForRun,
} from '../../../client/index.ts';
import { Interrupted, StillGoingOn } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Printer } from '../printer.ts';
import { endLines, stepLines } from './describe-run.ts';

export interface Watching {
  printer: Printer;
  signal: AbortSignal;
  timeoutSeconds: number | undefined;
  /** Each step and the end as a line of JSON; otherwise the run alone, when it has ended. */
  isStream: boolean;
}

/** The exit code is the verdict of the run. A user who stops waiting is told how to continue. */
export async function watchRun(client: GantryClient, id: string, watching: Watching): Promise<number> {
  try {
    const { status, output } = await followRun(client, id, watching);
    if (status !== 'completed') return exitCodes.notExecuted;
    return output.result === 'PASS' ? exitCodes.passed : exitCodes.testFailed;
  } catch (error) {
    throw waitingFailure(error, `run ${id}`, `gantry runs watch ${id}`);
  }
}

/** Prints each step until the run has ended, and then how it ended. */
export async function followRun(client: GantryClient, id: string, watching: Watching): Promise<Run> {
  const { printer, isStream } = watching;
  const narrator = createNarrator(printer, isStream);
  const run = await narrated(watching, narrator, (options) => waitForRun(client, id, options));
  if (isStream) printer.jsonLine({ type: 'end', run });
  else if (printer.isJson) printer.show(run, () => []);
  if (printer.isQuiet) printer.line(verdictOf(run));
  else for (const line of ['', ...endLines(run, printer.style)]) printer.line(line);
  return run;
}

export interface Narrator<State> {
  /** Prints what is new. */
  changed(state: State): void;
  /** What happens now, and for how long; empty until that is known. */
  now(): string;
}

/** Waits for an end and prints each change, with what happens now on the last line of a terminal. */
export async function narrated<State>(
  { printer, signal, timeoutSeconds }: Watching,
  { changed, now }: Narrator<State>,
  wait: (options: WaitOptions<State>) => Promise<State>,
): Promise<State> {
  const tick = () => printer.status.set(now());
  const ticking = setInterval(tick, 1_000);
  const onChange = (state: State) => {
    changed(state);
    tick();
  };
  try {
    const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
    return await wait({ onChange, signal, timeoutMs });
  } finally {
    clearInterval(ticking);
    printer.status.set('');
  }
}

export function waitingFailure(error: unknown, what: string, command: string): unknown {
  const advice = `The ${what} continues. Watch it again: ${command}`;
  if (error instanceof Interrupted) return new Interrupted(error.signal, advice);
  if (error instanceof WaitTimeoutError) return new StillGoingOn(`The time is over. ${advice}`);
  return error;
}

/** Prints each new status and step. */
function createNarrator(printer: Printer, isStream: boolean): Narrator<Run> {
  let toldSteps = 0;
  let status: Run['status'] | null = null;
  let startedMs = performance.now();

  function changed(run: Run): void {
    if (run.status !== status) {
      startedMs = performance.now();
      status = run.status;
      if (isStream) printer.jsonLine({ type: 'status', id: run.id, status });
      if (toldSteps === 0 && !printer.isQuiet && status === 'queued')
        printer.note(`Run ${run.id} is queued.`);
    }
    for (const step of run.output.steps.slice(toldSteps)) {
      if (isStream) printer.jsonLine({ type: 'step', id: run.id, step });
      if (!printer.isQuiet) for (const line of stepLines(step, printer.style)) printer.line(line);
    }
    toldSteps = Math.max(toldSteps, run.output.steps.length);
  }

  return {
    changed,
    now: () => (status === null ? '' : `  … ${status} ${durationText(performance.now() - startedMs)}`),
  };
}
