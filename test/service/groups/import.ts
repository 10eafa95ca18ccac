import type { RequestListener } from 'node:http';
import { expect } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { call, eventually, startTestService, type TestService } from '../../support/service.js';
import { makeGroup, nothingLeft, serve } from './support.js';

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

/** An artifact that is served like this. */
export async function failsItsRuns(
  code: string,
  listener: RequestListener,
  settings: Record<string, string>,
): Promise<void> {
  const service = await startTestService({ execution: phones(), settings });
  const url = await serve(listener);
  const { webhookUrl } = await makeGroup(service, ['mobile', 'mobile'], { runMode: 'sequential' });
  const mobile = { artifactUrl: `${url}/a.apk` };
  const { body } = await call(webhookUrl, 'POST', { mobile }, { key: null });
  const batch = await ended(service, body.batchId);
  expect(batch.runs).toMatchObject([
    { status: 'failed', error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) } },
    { status: 'failed', error: { code } },
  ]);
  await eventually(async () => {
    const { batch: now } = (await service.call('GET', `/batches/${body.batchId}`)).body;
    expect(now.import).toMatchObject({ status: 'failed' });
  });
  await nothingLeft(service);
}
