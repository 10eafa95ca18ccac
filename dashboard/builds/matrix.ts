import type { Batch, BatchRun } from '../../src/client/index.ts';
import { type Outcome, outcomeOf } from '../parts/outcome.ts';

export interface MatrixRow {
  key: string;
  /** Null where the test is deleted. */
  testId: string | null;
  title: string;
  /** One for each batch; undefined where the test was not in it. */
  cells: Array<BatchRun | undefined>;
}

/** Tests down, batches across, newest first. A test has the title and the place of the newest batch that it was in. */
export function matrixOf(batches: readonly Batch[]): MatrixRow[] {
  const rows = new Map<string, MatrixRow>();
  for (const [column, batch] of batches.entries()) {
    for (const run of batch.runs) {
      const key = run.testId ?? run.title;
      const row = rows.get(key) ?? {
        key,
        testId: run.testId,
        title: run.title,
        cells: batches.map(() => undefined),
      };
      row.cells[column] = run;
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/**
 * The first batch of the streak in which a test fails until now; null where its last verdict is a pass. Batches in which it
 * was cancelled or has not ended say nothing. `isCertain` unless an older batch, not loaded yet, may belong to it too.
 */
export function failingSince(
  row: MatrixRow,
  batches: readonly Batch[],
  hasOlder: boolean,
): { batch: Batch; isCertain: boolean } | null {
  let first: Batch | null = null;
  for (const [column, run] of row.cells.entries()) {
    if (run === undefined) continue;
    const outcome = outcomeOf(run);
    if (outcome === 'passed') return first && { batch: first, isCertain: true };
    if (isFailing(outcome)) first = batches[column] ?? first;
  }
  return first && { batch: first, isCertain: !hasOlder };
}

/** The newest run before a column in which the test has passed. */
export function lastPassedBefore(row: MatrixRow, column: number): BatchRun | undefined {
  return row.cells.slice(column + 1).find((run) => run !== undefined && outcomeOf(run) === 'passed');
}

export function isFailing(outcome: Outcome): boolean {
  return outcome === 'failed' || outcome === 'broken';
}

/** A batch in one word, by the runs that it has. */
export function outcomeOfBatch({ runs }: Batch): Outcome {
  const outcomes = new Set(runs.map(outcomeOf));
  if (outcomes.has('running') || (outcomes.has('queued') && outcomes.size > 1)) return 'running';
  const inOrder = ['queued', 'failed', 'broken', 'cancelled'] as const;
  return inOrder.find((outcome) => outcomes.has(outcome)) ?? 'passed';
}

/** A hash as Git shortens it; any other name as it is. */
export function shortCommit(commitSha: string): string {
  return /^[\da-f]{8,}$/i.test(commitSha) ? commitSha.slice(0, 7) : commitSha;
}
