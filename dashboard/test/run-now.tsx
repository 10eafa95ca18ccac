import { useNavigate } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { needsOf } from '../run-now/needs.ts';
import { RunForm, RunNowSection } from '../run-now/run-form.tsx';
import { client } from '../service/client.ts';

/** Runs the test as it is saved, and leads to its run. */
export function RunNow({ test }: { test: Test }) {
  const { id, projectId } = test;
  const navigate = useNavigate();
  return (
    <RunNowSection>
      <RunForm
        projectId={projectId}
        noun="test"
        needs={needsOf([test])}
        start={async (body) => {
          const { runId } = await client.call('runTest', { path: { id }, body });
          await navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId } });
        }}
      />
    </RunNowSection>
  );
}
