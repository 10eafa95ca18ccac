import { describe, expect, it } from 'vitest';
import { builds, deviceBuild, uploaded } from '../../support/uploads.ts';
import { expectRunsOnCloud, sentence, useCloud } from './clouds.ts';
import { verdictOf } from './support.ts';

const place = useCloud();

describe('a run on a device cloud', () => {
  it.each([
    {
      kind: 'sauce',
      path: '/v1/storage/upload',
      form: { fileField: 'payload', fields: { name: 'ApiDemos-debug.apk' } },
      reference: 'storage:1',
      options: { build: 'ApiDemos-debug', name: expect.stringContaining(sentence) },
      page: /^https:\/\/app\.saucelabs\.com\/tests\/\S+$/,
      passed: /^sauce:job-result=passed$/,
      failed: /^sauce:job-result=failed$/,
    },
    {
      kind: 'lambdatest',
      path: '/app/upload/realDevice',
      form: { fileField: 'appFile', fields: { name: 'ApiDemos-debug.apk' } },
      reference: 'lt://APP1',
      options: { build: 'ApiDemos-debug', isRealMobile: true },
      page: /^https:\/\/appautomation\.lambdatest\.com\/test\?testID=\S+$/,
      passed: /^lambda-status=passed$/,
      failed: /^lambda-status=failed$/,
    },
  ])('$kind: uploads the build once, names the session and sets its result', async (example) => {
    await expectRunsOnCloud(place, example);
  });

  it('gets a device build for iPhones as an .ipa, and refuses one for simulators before anything is uploaded', async () => {
    const service = await place.onCloud('browserstack', '/app-automate/upload', { platform: 'ios' });
    const app = await uploaded(service, deviceBuild);
    expect(verdictOf(await service.run(sentence, { mobile: { appId: app.id } }))).toBe('completed PASS');
    expect(place.cloud.uploads).toMatchObject([{ filename: 'Shop-1.2.ipa' }]);
    const simulator = await uploaded(service, builds.ios);
    const refused = await service.run(sentence, { mobile: { appId: simulator.id } });
    expect(verdictOf(refused)).toBe('failed APP_NOT_FOR_DEVICE');
    expect(refused.error?.message).toContain('simulator');
    expect(place.cloud.uploads).toHaveLength(1);
  });

  it('uploads the build anew, once, when the cloud no longer has it, and in time before that', async () => {
    const service = await place.onCloud('browserstack', '/app-automate/upload');
    const app = await uploaded(service, builds.android);
    const run = () => service.run(sentence, { mobile: { appId: app.id } });
    expect(verdictOf(await run())).toBe('completed PASS');
    await service.query("update cloud_uploads set reference = 'bs://forgotten'");
    expect(verdictOf(await run())).toBe('completed PASS');
    expect(place.cloud.uploads).toHaveLength(2);
    const { rows } = await service.query('select cloud, account, reference from cloud_uploads');
    expect(rows).toEqual([
      { cloud: 'browserstack', account: expect.stringMatching(/^[0-9a-f]{64}$/), reference: 'bs://2' },
    ]);
    await service.query("update cloud_uploads set uploaded_at = now() - interval '26 days'");
    expect(verdictOf(await run())).toBe('completed PASS');
    expect(place.cloud.uploads).toHaveLength(3);
  });

  it('says plainly that an account is not accepted, or why a build is not, and never shows the key', async () => {
    const service = await place.onCloud('sauce', '/v1/storage/upload');
    const app = await uploaded(service, builds.android);
    const run = () => service.run(sentence, { mobile: { appId: app.id } });
    const { opened } = await place.appium.journal();
    place.cloud.refuse({ status: 401, body: 'wrong: secret-key' });
    expect((await run()).error).toEqual({
      code: 'CLOUD_REFUSED',
      message:
        'Sauce Labs does not accept the account "user": check its "username" and "accessKey" in the list of devices.',
    });
    place.cloud.refuse({ status: 400, body: '{"error": "The file is too large (key secret-key)\\nstack"}' });
    expect((await run()).error).toEqual({
      code: 'CLOUD_REFUSED',
      message: 'Sauce Labs did not take the build: The file is too large (key •••) (status 400).',
    });
    place.cloud.refuse({ status: 200, body: '<html>' });
    expect((await run()).error).toMatchObject({ code: 'CLOUD_REFUSED' });
    expect((await place.appium.journal()).opened).toBe(opened);
  });

  it('says CLOUD_UNREACHABLE where nobody listens', async () => {
    const service = await place.onCloud('lambdatest', '', { uploadUrl: 'http://127.0.0.1:1/upload' });
    const app = await uploaded(service, builds.android);
    const run = await service.run(sentence, { mobile: { appId: app.id } });
    expect(run.error).toMatchObject({
      code: 'CLOUD_UNREACHABLE',
      message: expect.stringContaining("LambdaTest can't be reached: "),
    });
  });
});
