import {
  type Batch,
  type GantryClient,
  type ListedRun,
  records,
  titleOfRun,
  type Verdict,
  verdictOf,
} from '../../client/index.ts';

/** One test: its line, and where it did not pass, all that is known of it. */
export interface Tested {
  title: string;
  verdict: Verdict;
  run: ListedRun;
}

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
  { id, projectId, groupName, count, result, results, runs }: Batch,
): Promise<Outcome> {
  const whole = new Map<string, ListedRun>();
  const query = { batchId: id, projectId };
  for await (const run of records(client, 'listRuns', { query })) whole.set(run.id, run);
  const tested = runs.flatMap((one) => {
    const run = whole.get(one.id);
    return run === undefined ? [] : [{ title: one.title, verdict: verdictOf(one), run }];
  });
  const { PASS: passed, FAILED: failed } = results;
  return {
    name: groupName,
    tested,
    passed,
    failed,
    errors: count - passed - failed,
    result: result ?? 'ERROR',
  };
}

export function outcomeOfRun(run: ListedRun): Outcome {
  const title = titleOfRun(run);
  const verdict = verdictOf(run);
  const result = verdict === 'PASS' || verdict === 'FAILED' ? verdict : 'ERROR';
  return {
    name: title,
    tested: [{ title, verdict, run }],
    passed: Number(result === 'PASS'),
    failed: Number(result === 'FAILED'),
    errors: Number(result === 'ERROR'),
    result,
  };
}
