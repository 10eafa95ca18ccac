import {
  type Batch,
  type BatchRun,
  type GantryClient,
  type ListedRun,
  records,
  titleOfRun,
} from '../../client/index.ts';

/** One test: its line, and where it did not pass, all that is known of it. */
export interface Tested {
  title: string;
  verdict: Verdict;
  run: ListedRun;
}

/** `PASS` and `FAILED` are verdicts; the others say why there is none. */
export type Verdict = 'PASS' | 'FAILED' | 'ERROR' | 'CANCELLED';

export interface Outcome {
  /** The group's, or what a single run was about. */
  name: string;
  tested: Tested[];
  passed: number;
  /** With an issue found. */
  failed: number;
  /** Not executed, or cancelled. */
  errors: number;
  result: 'PASS' | 'FAILED' | 'ERROR';
}

export async function outcomeOfBatch(
  client: GantryClient,
  batch: Batch,
  signal: AbortSignal,
): Promise<Outcome> {
  const runs = new Map<string, ListedRun>();
  const query = { batchId: batch.id, projectId: batch.projectId };
  for await (const run of records(client, 'listRuns', { query, signal })) runs.set(run.id, run);
  const tested = batch.runs.flatMap(({ id, title }) => {
    const run = runs.get(id);
    return run === undefined ? [] : [{ title, run, verdict: verdictOf(run) }];
  });
  return counted(batch.groupName, tested, batch.result === 'PASS');
}

export function outcomeOfRun(run: ListedRun): Outcome {
  const title = titleOfRun(run);
  return counted(title, [{ title, run, verdict: verdictOf(run) }], run.output.result === 'PASS');
}

/** Of a run that has ended. */
export function verdictOf(run: ListedRun | BatchRun): Verdict {
  const result = 'output' in run ? run.output.result : run.result;
  if (run.status === 'completed') return result === 'PASS' ? 'PASS' : 'FAILED';
  return run.status === 'cancelled' ? 'CANCELLED' : 'ERROR';
}

/** What was counted here must not make a PASS of what the service calls otherwise. */
function counted(name: string, tested: Tested[], isPass: boolean): Outcome {
  const count = (...verdicts: Verdict[]) => tested.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const passed = count('PASS');
  const failed = count('FAILED');
  const errors = count('ERROR', 'CANCELLED');
  const hasPassed = isPass && passed > 0 && failed + errors === 0;
  return {
    name,
    tested,
    passed,
    failed,
    errors,
    result: failed > 0 ? 'FAILED' : hasPassed ? 'PASS' : 'ERROR',
  };
}
