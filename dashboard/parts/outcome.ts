export type Outcome = 'passed' | 'failed' | 'broken' | 'cancelled' | 'queued' | 'running';

interface Ended {
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  result: 'PASS' | 'FAILED' | null;
}

/** A run in one word: its verdict, or why it has none. */
export function outcomeOf({ status, result }: Ended): Outcome {
  switch (status) {
    case 'completed':
      return result === 'PASS' ? 'passed' : 'failed';
    case 'failed':
      return 'broken';
    default:
      return status;
  }
}

export const outcomeWords: Record<Outcome, { label: string; color: string; meaning: string }> = {
  passed: { label: 'Passed', color: 'green', meaning: 'Every check held' },
  failed: { label: 'Failed', color: 'red', meaning: 'At least one issue was found' },
  broken: {
    label: 'Not executed',
    color: 'orange',
    meaning: 'The run could not be executed, so it has no verdict',
  },
  cancelled: { label: 'Cancelled', color: 'gray', meaning: 'Somebody cancelled the run' },
  queued: { label: 'Queued', color: 'gray', meaning: 'Waits for a free worker' },
  running: { label: 'Running', color: 'blue', meaning: 'A worker executes it now' },
};
