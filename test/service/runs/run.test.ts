import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../src/service/runs/output.ts';
import {
  hasEnded,
  nextStatus,
  type RunChange,
  type RunStatus,
  runStatuses,
  statusesThatAllow,
} from '../../../src/service/runs/run.ts';

const changes: RunChange[] = ['start', 'handBack', 'complete', 'fail', 'cancel'];
const change = fc.constantFrom(...changes);

describe('the transitions of a run', () => {
  it('lead to at most one terminal status, whatever is asked for in whatever order', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (sequence) => {
        let status: RunStatus = 'queued';
        const ends: RunStatus[] = [];
        for (const one of sequence) {
          const next = nextStatus(status, one);
          if (ends.length > 0) expect(next).toBeNull();
          if (next === null) continue;
          status = next;
          if (hasEnded(status)) ends.push(status);
        }
        expect(ends.length).toBeLessThanOrEqual(1);
        expect(hasEnded(status)).toBe(ends.length === 1);
      }),
    );
  });

  it('let every unfinished run end by a failure or a cancellation, and only a running one complete', () => {
    for (const status of runStatuses.filter((one) => !hasEnded(one))) {
      expect(nextStatus(status, 'fail')).toBe('failed');
      expect(nextStatus(status, 'cancel')).toBe('cancelled');
    }
    expect(statusesThatAllow('complete')).toEqual(['running']);
    expect(statusesThatAllow('handBack')).toEqual(['running']);
    expect(statusesThatAllow('start')).toEqual(['queued', 'running']);
    expect(runStatuses.filter(hasEnded)).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('agree with the statuses that a statement asks for', () => {
    fc.assert(
      fc.property(fc.constantFrom(...runStatuses), change, (status, one) => {
        expect(statusesThatAllow(one).includes(status)).toBe(nextStatus(status, one) !== null);
      }),
    );
  });
});

const step = fc.record({
  type: fc.constantFrom('act' as const, 'assert' as const, 'screenshot' as const),
  status: fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const),
});
const issue = fc.record({ type: fc.constantFrom('issue' as const, 'warning' as const) });

describe('a verdict', () => {
  it('is PASS only with a check that passed, no check that failed and no issue', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(issue), (steps, issues) => {
        const checks = steps.filter(({ type }) => type === 'assert');
        const hasFault =
          issues.some(({ type }) => type === 'issue') || checks.some(({ status }) => status === 'failed');
        const hasProof = checks.some(({ status }) => status === 'passed');
        expect(verdictOf({ steps, issues })).toBe(hasFault ? 'FAILED' : hasProof ? 'PASS' : null);
      }),
    );
  });
});
