import { expect } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, type TestService } from '../../support/service.js';

export const phones = () => scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 4 });

export async function submit(
  { call, projectId }: Pick<TestService, 'call' | 'projectId'>,
  artifactUrl: string,
): Promise<string> {
  return (await call('POST', '/runs', { projectId, prompt: 'see a', mobile: { artifactUrl } })).body.id;
}

export async function ended(service: TestService, id: string) {
  await eventually(async () => {
    expect((await service.call('GET', `/runs/${id}`)).body.completedAt).not.toBeNull();
  });
  return (await service.call('GET', `/runs/${id}`)).body;
}
