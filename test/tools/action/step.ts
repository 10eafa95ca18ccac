import { expect } from 'vitest';
import { makeGroup } from '../../service/groups/support.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';

const platforms = ['web', 'ios', 'android'] as const;

/** A service, a group with a test for each platform, and the key of the project. */
export async function openPlace(tests: string[]) {
  const service: TestService = await startTestService({ execution: scriptedExecution({ platforms }) });
  const group = await makeGroup(service, tests);
  const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, {})).body.key;
  return {
    ...group,
    service,
    key,
    inputs: { url: service.url, 'api-key': key },
    async script(at: number, sentences: string[], title = `Test ${at + 1}`): Promise<void> {
      const steps = sentences.map((sentence) => ({ type: 'assert', title: sentence }));
      await service.call('PATCH', `/tests/${group.testIds[at]}`, { title, steps });
    },
    isCancelled: (batchId: string | undefined) =>
      eventually(async () => {
        const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
        expect(batch.status).toBe('cancelled');
      }),
  };
}
