import { expect } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, type TestService } from '../../support/service.js';

export const phones = () => scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 4 });

export async function submitted(service: TestService, artifactUrl: string) {
  const { projectId } = service;
  return (await service.call('POST', '/runs', { projectId, prompt: 'see a', mobile: { artifactUrl } })).body;
}

export async function ended(service: TestService, batchId: string) {
  await eventually(async () => {
    const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
    expect(batch.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/batches/${batchId}`)).body.batch;
}

export async function runEnded(service: TestService, id: string) {
  await eventually(async () => {
    expect((await service.call('GET', `/runs/${id}`)).body.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/runs/${id}`)).body;
}
