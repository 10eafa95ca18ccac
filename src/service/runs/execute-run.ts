import { ExecutionFailure, type RestartableReport } from '../../engine/report.ts';
import { requestOf, settingsOf } from '../../engine/requested-device.ts';
import type { Runner } from '../../engine/runner.ts';
import type { AppFile, RunAssignment } from '../../engine/task.ts';
import type { Log } from '../../kernel/log.ts';
import { masking } from '../../kernel/masking.ts';
import { secretValues, type Variable } from '../../kernel/variables.ts';
import type { Ending } from './end-run.ts';
import { clip, type GatheredReport } from './gather-report.ts';
import { verdictOf } from './output.ts';
import type { ClaimedRun, TestStep } from './run-store.ts';

interface ExecutionParts {
  runner: Runner;
  log: Log;
}

/** What a run needs to know beside itself. */
export interface RunContext {
  app: AppFile | null;
  variables: readonly Variable[];
  allowedHosts: readonly string[] | null;
  inUse?: RunAssignment['inUse'];
}

/** How long work may continue after the signal to stop, before the worker no longer waits for it. */
const stopPatienceMs = 5_000;

/** Executes a run and returns how it ended; never throws. A run that fails keeps its output until then. */
export async function executeRun(
  parts: ExecutionParts,
  run: ClaimedRun['run'],
  context: RunContext,
  report: GatheredReport,
  signal: AbortSignal,
): Promise<Ending> {
  const mask = masking(secretValues(context.variables));
  try {
    await untilStopped(work(parts, run, context, maskedReport(report, mask), signal), signal);
    signal.throwIfAborted();
    const output = report.output();
    const result = verdictOf(output);
    if (result !== null) return { change: 'complete', output: { ...output, result } };
    throw new ExecutionFailure(
      'NOTHING_CHECKED',
      'The run checked nothing, so there is no verdict: add a step that says what must be seen.',
    );
  } catch (error) {
    const failure = signal.aborted ? signal.reason : error;
    if (!(failure instanceof ExecutionFailure)) {
      // One that was told to stop has not failed by itself.
      if (!signal.aborted) parts.log.error({ ...causeOf(failure, mask), runId: run.id }, 'a run failed');
      return fail('EXECUTION_FAILED', 'The run broke off by a fault of the service; see its log.', report);
    }
    return fail(failure.code, mask(failure.message), report);
  }
}

function work(
  { runner }: ExecutionParts,
  run: ClaimedRun['run'],
  { app, variables, allowedHosts, inUse }: RunContext,
  report: RestartableReport,
  signal: AbortSignal,
): Promise<void> {
  const { platform, prompt, target_url: targetUrl } = run;
  // The column holds only what a test was made of.
  const steps = run.steps as TestStep[] | null;
  const task = { prompt, steps, targetUrl, platform, variables };
  const phone = platform === 'web' ? null : settingsOf(requestOf(run));
  const assignment = { name: nameOf(run), task, app, allowedHosts, phone, ...(inUse && { inUse }) };
  return runner.run(assignment, report, signal);
}

const longestName = 100;

/** Its test or how its prompt begins, and by which run it is found here. */
function nameOf({ id, title, prompt }: ClaimedRun['run']): string {
  const [line = ''] = (title ?? prompt ?? '').trim().split('\n');
  return [line.slice(0, longestName), id].filter(Boolean).join(' · ');
}

/** For the log: errors of pages and phones repeat what was typed. */
function causeOf(error: unknown, mask: (text: string) => string): { cause: string } {
  return { cause: mask(error instanceof Error ? (error.stack ?? error.message) : String(error)) };
}

/** A pilot that does not hear must not keep its slot for ever. */
async function untilStopped(working: Promise<void>, signal: AbortSignal): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const onAbort = () => {
      patience = setTimeout(() => reject(signal.reason), stopPatienceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([working, stopped]);
  } finally {
    clearTimeout(patience);
    working.catch(() => undefined);
  }
}

function fail(code: string, message: string, report: GatheredReport): Ending {
  return { change: 'fail', error: { code: clip(code), message: clip(message) }, output: report.output() };
}

/** A report to which secrets can be told by mistake, and which does not pass them on. */
function maskedReport(report: RestartableReport, mask: (text: string) => string): RestartableReport {
  const masked = (text: string | null) => (text === null ? null : mask(text));
  return {
    viewers: report.viewers,
    restart: () => report.restart(),
    describe({ featureName, description }) {
      report.describe({
        ...(featureName !== undefined && { featureName: mask(featureName) }),
        ...(description !== undefined && { description: mask(description) }),
      });
    },
    step: (step) =>
      report.step({
        ...step,
        title: mask(step.title),
        summary: masked(step.summary),
        error: masked(step.error),
        sentences: step.sentences?.map(mask) ?? null,
      }),
    finding: (finding) =>
      report.finding({
        ...finding,
        name: mask(finding.name),
        description: mask(finding.description),
        url: masked(finding.url),
        expectedBehavior: masked(finding.expectedBehavior),
        actualBehavior: masked(finding.actualBehavior),
        stepsToReproduce: masked(finding.stepsToReproduce),
      }),
    screenshot: (png) => report.screenshot(png),
    scene: (json) => report.scene(json),
    baseline: (picture) => report.baseline({ ...picture, name: mask(picture.name) }),
    propose: ({ picture, ...proposed }) =>
      report.propose({ ...proposed, picture: { ...picture, name: mask(picture.name) } }),
    trace: (zip) => report.trace(zip),
    device: (details) => report.device(details),
    file: (kind, bytes) =>
      report.file(kind, kind === 'video' ? bytes : Buffer.from(mask(bytes.toString('utf8')))),
  };
}
