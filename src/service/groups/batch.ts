import { type Run, type RunStatus, runStatuses } from '../runs/run.ts';
import type { RunRequest } from '../runs/run-request.ts';
import type { RunPlan, RunTask } from '../runs/start-runs.ts';
import type { Group } from './group-store.ts';

/** What a batch was asked for. */
export interface BatchRequest extends RunRequest {
  commitSha: string | null;
}

export interface NewBatch extends Pick<RunPlan, 'projectId' | 'source' | 'input'> {
  id: string;
  group: { id: string; name: string; runMode: Group['run_mode'] };
  /** With what their group wants of a phone, too. */
  tests: readonly RunTask[];
  request: Omit<BatchRequest, 'environment'>;
  rerunOf: string | null;
}

export const batchStatuses = ['queued', 'importing', 'running', 'completed', 'cancelled'] as const;
type BatchStatus = (typeof batchStatuses)[number];

export const batchResults = ['PASS', 'FAILED', 'ERROR'] as const;
type BatchResult = (typeof batchResults)[number];

interface BatchSummary {
  status: BatchStatus;
  /** Null until all runs have ended. */
  result: BatchResult | null;
  counts: Record<RunStatus, number>;
  results: Record<'PASS' | 'FAILED', number>;
  startedAt: Date | null;
  completedAt: Date | null;
}

type SummedRun = Pick<Run, 'status' | 'result' | 'started_at' | 'completed_at' | 'waits_for'>;

/** What the states of its runs make of a batch. */
export function summarise(runs: readonly SummedRun[]): BatchSummary {
  const counts = Object.fromEntries(
    runStatuses.map((status) => [status, runs.filter((run) => run.status === status).length]),
  ) as Record<RunStatus, number>;
  const passed = runs.filter(({ result }) => result === 'PASS').length;
  const failed = runs.filter(({ result }) => result === 'FAILED').length;
  const isOver = counts.queued + counts.running === 0;
  const ends = runs.flatMap(({ completed_at }) => completed_at ?? []);
  const starts = runs.flatMap(({ started_at }) => started_at ?? []);
  return {
    status: statusOf(runs, counts, isOver),
    result: isOver ? resultOf({ passed, failed, count: runs.length }) : null,
    counts,
    results: { PASS: passed, FAILED: failed },
    startedAt: extreme(starts, Math.min),
    completedAt: isOver ? extreme(ends, Math.max) : null,
  };
}

/** One failed test is enough for FAILED; without one, a test that has no verdict leaves the batch without, too. */
function resultOf({ passed, failed, count }: { passed: number; failed: number; count: number }): BatchResult {
  if (failed > 0) return 'FAILED';
  return passed === count && passed > 0 ? 'PASS' : 'ERROR';
}

function statusOf(
  runs: readonly SummedRun[],
  counts: Record<RunStatus, number>,
  isOver: boolean,
): BatchStatus {
  if (isOver) return counts.cancelled === runs.length ? 'cancelled' : 'completed';
  if (counts.queued < runs.length) return 'running';
  return runs.some(({ waits_for }) => waits_for === 'import') ? 'importing' : 'queued';
}

function extreme(dates: readonly Date[], choose: (...values: number[]) => number): Date | null {
  return dates.length === 0 ? null : new Date(choose(...dates.map((date) => date.getTime())));
}
