import type { Row } from '../database/tables.ts';

export type Run = Row<'runs'>;
export type RunStatus = Run['status'];
export type RunChange = keyof (typeof transitions)['queued'] | keyof (typeof transitions)['running'];

/**
 * Every legal change of a run. `start` of a running one is a takeover: its worker was lost, and it begins again. What
 * has ended allows nothing, so a run has one terminal state.
 */
const transitions = {
  queued: { start: 'running', fail: 'failed', cancel: 'cancelled' },
  running: {
    start: 'running',
    handBack: 'queued',
    complete: 'completed',
    fail: 'failed',
    cancel: 'cancelled',
  },
  completed: {},
  failed: {},
  cancelled: {},
} as const satisfies Record<RunStatus, Partial<Record<string, RunStatus>>>;

export const runStatuses = Object.keys(transitions) as RunStatus[];

/** Null when the change is not legal. */
export function nextStatus(status: RunStatus, change: RunChange): RunStatus | null {
  const legal: Partial<Record<RunChange, RunStatus>> = transitions[status];
  return legal[change] ?? null;
}

export function hasEnded(status: RunStatus): boolean {
  return Object.keys(transitions[status]).length === 0;
}

/** For the condition of a statement: the statuses in which a change is legal. */
export function statusesThatAllow(change: RunChange): RunStatus[] {
  return runStatuses.filter((status) => nextStatus(status, change) !== null);
}

/** Published when somebody looks at the screen of a run. */
export function screenTopic(runId: string): string {
  return `screen.${runId}`;
}

export function runTopic(runId: string): string {
  return `run.${runId}`;
}
