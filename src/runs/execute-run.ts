import { type Device, type DevicePool, ExecutionFailure } from '../devices/device.ts';
import type { Log } from '../kernel/log.ts';
import type { Pilot } from '../pilots/pilot.ts';
import type { Ending } from './end-run.ts';
import { verdictOf } from './output.ts';
import type { Run } from './run.ts';
import { clip, type GatheredReport } from './run-report.ts';

export interface ExecutionParts {
  pool: DevicePool;
  pilot: Pilot;
  log: Log;
}

/** How long work may go on after it was told to stop, before it is left to itself. */
const stopPatienceMs = 5_000;

/** Carries a run out and says how it ended; never throws. What breaks off keeps what was gathered until then. */
export async function executeRun(
  parts: ExecutionParts,
  run: Run,
  app: { id: string; objectKey: string; filename: string; bundleId: string | null } | null,
  report: GatheredReport,
  signal: AbortSignal,
): Promise<Ending> {
  try {
    await untilStopped(work(parts, run, app, report, signal), signal);
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
      if (!signal.aborted) parts.log.error({ err: failure, runId: run.id }, 'a run broke off');
      return fail('EXECUTION_FAILED', 'The run broke off by a fault of the service; see its log.', report);
    }
    return fail(failure.code, failure.message, report);
  }
}

async function work(
  { pool, pilot, log }: ExecutionParts,
  run: Run,
  app: Parameters<typeof executeRun>[2],
  report: GatheredReport,
  signal: AbortSignal,
): Promise<void> {
  const { platform, prompt, target_url: targetUrl } = run;
  const device: Device = await pool.open({ platform, targetUrl, app }, signal);
  try {
    signal.throwIfAborted();
    await pilot.carryOut({ prompt, targetUrl, platform }, device, report, signal);
  } finally {
    await device.close().catch((error: unknown) => {
      log.warn({ err: error, runId: run.id }, 'a device could not be closed');
    });
  }
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
