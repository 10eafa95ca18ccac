import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type Batch,
  durationText,
  type GantryClient,
  verdictOf,
  WaitTimeoutError,
  waitForBatch,
} from '../../../client/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Printer } from '../printer.ts';
import { issueLines } from '../runs/describe-run.ts';
import { type Narrator, narrated, type Watching, waitingFailure } from '../runs/watch-run.ts';
import { bytesText, counted } from '../terminal/format.ts';
import { clean } from '../terminal/text.ts';
import { batchRunLine, batchVerdictLine } from './describe-batch.ts';

interface WatchingBatch extends Watching {
  /** Where to write the report for CI servers. */
  junit?: string | undefined;
}

/** The exit code is the verdict of the batch. A user who stops waiting is told how to continue. */
export async function watchBatch(client: GantryClient, id: string, watching: WatchingBatch): Promise<number> {
  const { printer, junit } = watching;
  try {
    const { result } = await followBatch(client, id, watching);
    if (result === 'PASS') return exitCodes.passed;
    return result === 'FAILED' ? exitCodes.testFailed : exitCodes.notExecuted;
  } catch (error) {
    // What has ended until then is worth a report, too.
    if (error instanceof WaitTimeoutError && junit !== undefined)
      await writeJunit(client, id, junit, printer);
    throw waitingFailure(error, `batch ${id}`, `gantry batches watch ${id}`);
  }
}

/** Prints each run of a batch when it has ended, and then how the batch ended. */
export async function followBatch(client: GantryClient, id: string, watching: WatchingBatch): Promise<Batch> {
  const { printer, isStream, junit } = watching;
  const narrator = createNarrator(printer, isStream);
  const batch = await narrated(watching, narrator, (options) => waitForBatch(client, id, options));
  if (junit !== undefined) await writeJunit(client, id, junit, printer);
  await tellEnd(client, batch, watching);
  return batch;
}

/** More would hide the verdict; each run has its own page. */
const mostRunsInDetail = 20;

async function tellEnd(client: GantryClient, batch: Batch, { printer, isStream }: Watching): Promise<void> {
  const { style } = printer;
  if (isStream) printer.jsonLine({ type: 'end', batch });
  else if (printer.isJson) printer.show({ batch }, () => []);
  if (printer.isJson) return;
  if (printer.isQuiet) {
    printer.line(verdictOf(batch));
    return;
  }
  const failed = batch.runs.filter(({ result }) => result === 'FAILED');
  for (const { id, title } of failed.slice(0, mostRunsInDetail)) {
    const run = await client.call('getRun', { path: { id } });
    printer.line();
    printer.line(`${style.bold(clean(title))}  ${style.dim(`gantry runs show ${id}`)}`);
    const issues = run.output.issues.filter(({ type }) => type === 'issue');
    for (const line of issues.flatMap((issue) => issueLines(issue, style))) printer.line(line);
  }
  printer.line();
  printer.line(batchVerdictLine(batch, style));
}

/** Prints each run when it has ended. */
function createNarrator(printer: Printer, isStream: boolean): Narrator<Batch> {
  const reported = new Set<string>();
  const startedMs = performance.now();
  let state = '';

  function changed(batch: Batch): void {
    if (state === '' && !printer.isQuiet)
      printer.note(`Batch ${batch.id} has ${counted(batch.count, 'run')}.`);
    for (const run of batch.runs) {
      const hasEnded = run.status !== 'queued' && run.status !== 'running';
      if (!hasEnded || reported.has(run.id)) continue;
      reported.add(run.id);
      if (isStream) printer.jsonLine({ type: 'run', batchId: batch.id, run });
      if (!printer.isQuiet) printer.line(batchRunLine(run, printer.style));
    }
    state = stateOf(batch);
  }

  return {
    changed,
    now: () => (state === '' ? '' : `  … ${state}, ${durationText(performance.now() - startedMs)}`),
  };
}

function stateOf({ counts, count, import: fetching }: Batch): string {
  const ended = count - counts.queued - counts.running;
  if (fetching?.status !== 'running') return `${ended} of ${count} ended, ${counts.running} running`;
  const total = fetching.bytesTotal === null ? '' : ` of ${bytesText(fetching.bytesTotal)}`;
  return `the service fetches the app: ${bytesText(fetching.bytesRead)}${total}`;
}

/** The report of a batch as CI servers read it. */
export async function writeJunit(
  client: GantryClient,
  batchId: string,
  file: string,
  printer: Printer,
): Promise<void> {
  const report = await client.call('getBatchAsJUnit', { path: { id: batchId } });
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, report);
  printer.note(`The report is in ${file}.`);
}
