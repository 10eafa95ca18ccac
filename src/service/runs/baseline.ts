import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Row } from '../database/tables.ts';

/** Of a test that exists: the baselines of a deleted one are not shown. */
export type Baseline = Row<'baselines'> & { test_id: string };

const baselineStatuses = ['new', 'approved', 'changed'] as const;
/** What lists can be narrowed to: `waiting` is `new` or `changed`. */
export const baselineFilters = [...baselineStatuses, 'waiting'] as const;
export type StatusFilter = (typeof baselineFilters)[number];

const Candidate = Type.Object({
  runId: Type.String({ format: 'uuid', description: 'The run that took it' }),
  pictureUrl: Type.String({ format: 'uri', description: 'An address that needs no key' }),
  differenceUrl: nullable.text({
    format: 'uri',
    description: 'What differs from the approved picture, in red; null where there is none',
  }),
  differentPixels: nullable.integer(),
  createdAt: Type.String({ format: 'date-time' }),
});

/** A picture that a test compares its page with, as the API shows it. */
export const BaselineRecord = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Identifier of the baseline' }),
    projectId: Type.String({ format: 'uuid' }),
    testId: Type.String({ format: 'uuid' }),
    name: Type.String({
      description: 'As the sentence names it, or its number among those of the test that it does not name',
    }),
    viewport: Type.Object({ width: Type.Integer(), height: Type.Integer() }),
    browser: Type.String({ examples: ['chromium-linux'] }),
    status: oneOf(baselineStatuses, {
      description:
        '`new`: nothing is approved yet; `changed`: a page that looks different waits for approval',
    }),
    pictureUrl: nullable.text({
      format: 'uri',
      description: 'The approved picture, at an address that needs no key; null while there is none',
    }),
    approvedAt: nullable.text({ format: 'date-time' }),
    candidate: nullable.record(Candidate, {
      description: 'The picture that waits for approval; null: none does',
    }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Baseline' },
);
export type BaselineRecord = Static<typeof BaselineRecord>;

export function toBaselineRecord(baseline: Baseline, filesUrl: string): BaselineRecord {
  const { id, file_name, approved_at, candidate_run_id, created_at } = baseline;
  return {
    id,
    projectId: baseline.project_id,
    testId: baseline.test_id,
    name: baseline.name,
    viewport: { width: baseline.width, height: baseline.height },
    browser: baseline.browser,
    status: file_name === null ? 'new' : candidate_run_id === null ? 'approved' : 'changed',
    pictureUrl: file_name && `${filesUrl}/baselines/${id}/files/${file_name}`,
    approvedAt: approved_at?.toISOString() ?? null,
    candidate: candidateOf(baseline, filesUrl),
    createdAt: created_at.toISOString(),
  };
}

function candidateOf(baseline: Baseline, filesUrl: string): BaselineRecord['candidate'] {
  const { candidate_run_id: runId, candidate_file, difference_file, candidate_at } = baseline;
  if (runId === null || candidate_file === null || candidate_at === null) return null;
  const addressOf = (file: string) => `${filesUrl}/runs/${runId}/files/${file}`;
  return {
    runId,
    pictureUrl: addressOf(candidate_file),
    differenceUrl: difference_file && addressOf(difference_file),
    differentPixels: baseline.different_pixels,
    createdAt: candidate_at.toISOString(),
  };
}
