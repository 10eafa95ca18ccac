import { describe, expect, it } from 'vitest';
import { builds, uploaded } from '../../support/uploads.ts';
import { expectRunsOnCloud, sentence, useCloud } from './clouds.ts';

const place = useCloud();

describe('a run on a device cloud', () => {
  it('uploads the build once, names the session and sets its result', async () => {
    await expectRunsOnCloud(place, {
      kind: 'browserstack',
      path: '/app-automate/upload',
      form: { fileField: 'file', fields: {} },
      reference: 'bs://1',
      options: { buildName: 'ApiDemos-debug', sessionName: expect.stringContaining(sentence) },
      page: /^https:\/\/bs\.test\/1$/,
      passed: /browserstack_executor: .*setSessionStatus.*"status":"passed"/,
      failed: /browserstack_executor: .*setSessionStatus.*"status":"failed","reason":"Not as expected/,
    });
  });

  it('never shows the key that a server repeats as it refuses a session', async () => {
    const service = await place.onCloud('browserstack', '/app-automate/upload', {
      capabilities: { refuseWith: 'All phones are busy for user:secret-key' },
    });
    const app = await uploaded(service, builds.android);
    const run = await service.run(sentence, { mobile: { appId: app.id } });
    expect(run.error).toMatchObject({
      code: 'DEVICE_BUSY',
      message: expect.stringContaining('All phones are busy for user:•••'),
    });
  });
});
