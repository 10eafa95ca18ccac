import { describe, expect, it } from 'vitest';
import { endRun } from '../../../src/service/runs/end-run.ts';
import { submitPrompt } from '../../../src/service/runs/submit-run.ts';
import { contradictions, makePlace, openRuns } from './support.ts';

describe("a project's concurrency", () => {
  it('is met exactly when runs are submitted and end at the same moment', async () => {
    const at = await openRuns(12);
    const { parts, query } = at;
    for (let round = 0; round < 10; round += 1) {
      const place = await makePlace(at, 3);
      const submit = (idempotencyKey: string | null) =>
        submitPrompt(parts, {
          projectId: place.projectId,
          prompt: 'see a',
          targetUrl: null,
          webhookUrl: null,
          app: idempotencyKey === null ? null : { appId: place.apps.ios },
          idempotencyKey,
        });
      const first = await Promise.all(
        Array.from({ length: 8 }, (_, n) => submit(n % 2 === 0 ? null : `${n}`)),
      );
      const admitted = () =>
        query('select id from runs where job_id is not null and project_id = $1', [place.projectId]);
      expect((await admitted()).rowCount).toBe(3);
      await Promise.all([
        ...first.map(({ id }) => endRun(parts, id, { change: 'cancel' }, 'anyone')),
        submit(null),
        submit(null),
      ]);
      expect((await admitted()).rowCount).toBe(2);
      expect(await contradictions(at)).toEqual([]);
    }
  });
});
