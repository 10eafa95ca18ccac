import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService } from '../../support/service.js';

describe('a name that leads to an address which may not be called', () => {
  it('is refused without that address; the operator’s log has it', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 2 }),
      // No longer one person's own.
      settings: { GANTRY_PUBLIC_URL: 'http://gantry.example.test' },
    });
    const { projectId } = service;
    const key = (await service.call('POST', `/projects/${projectId}/keys`, { name: 'CI' })).body.key.key;
    const submit = async (body: object) =>
      (await service.call('POST', '/runs', { prompt: 'see a', ...body }, { key })).body.id;
    const delivered = await submit({ webhookUrl: 'http://localhost:1/hook' });
    const imported = await submit({ mobile: { artifactUrl: 'http://localhost:1/a.apk' } });

    const sentence = 'localhost leads to an address that this service may not call.';
    await eventually(async () => {
      const { body } = await service.call('GET', `/runs/${delivered}/deliveries`, undefined, { key });
      expect(body.deliveries[0]).toMatchObject({ status: null, error: sentence, answer: null });
    });
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${imported}`, undefined, { key })).body.error).toEqual({
        code: 'ARTIFACT_REFUSED',
        message: `The artifact can't be fetched: ${sentence}`,
      });
    });
    expect(service.logged()).toMatch(
      /"hostname":"localhost","reason":"(127\.0\.0\.1|::1) is a loopback address\."/,
    );
  });
});
