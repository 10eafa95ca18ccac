import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningAppium, startAppium } from '../../engine/phones/appium-server.ts';
import { type CloudServer, startCloud } from '../../engine/phones/cloud-server.ts';
import { sha256 } from '../../engine/phones/support.ts';
import { createTestFolder, eventually } from '../../support/service.ts';
import { builds, deviceBuild, uploaded } from '../../support/uploads.ts';
import { startRealService, verdictOf } from './support.ts';

let appium: RunningAppium;
let cloud: CloudServer;
beforeAll(async () => {
  [appium, cloud] = await Promise.all([startAppium(), startCloud()]);
});
beforeEach(() => {
  cloud.uploads.length = 0;
  cloud.refuse(null);
});
afterAll(async () => {
  await appium.close();
  await cloud.close();
});

/** A run has ended before its session has. */
const said = (script: RegExp) =>
  eventually(async () =>
    expect((await appium.journal()).commands.some((one) => script.test(one))).toBe(true),
  );

const sentence = 'See "Sign in to your account"';

/** A service whose only phone is one of that cloud. */
async function onCloud(kind: string, path: string, more: Record<string, unknown> = {}) {
  const file = join(await createTestFolder(), 'devices.yaml');
  const entry = {
    name: 'Pixel',
    kind,
    platform: 'android',
    server: appium.url,
    username: 'user',
    accessKey: 'secret-key',
    uploadUrl: `${cloud.url}${path}`,
    ...more,
  };
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ devices: [entry] }));
  return startRealService({
    GANTRY_DEVICES: file,
    GANTRY_BROWSER_SLOTS: '0',
    GANTRY_ASSERT_TIMEOUT_SECONDS: '1',
  });
}

describe('a run on a device cloud', () => {
  it.each([
    {
      kind: 'browserstack',
      path: '/app-automate/upload',
      form: { fileField: 'file', fields: {} },
      reference: 'bs://1',
      options: { buildName: 'ApiDemos-debug', sessionName: expect.stringContaining(sentence) },
      page: /^https:\/\/bs\.test\/1$/,
      passed: /browserstack_executor: .*setSessionStatus.*"status":"passed"/,
      failed: /browserstack_executor: .*setSessionStatus.*"status":"failed","reason":"Not as expected/,
    },
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
    const { kind, path, form, reference, options, page, passed, failed } = example;
    const service = await onCloud(kind, path);
    const app = await uploaded(service, builds.android);
    const mobile = { appId: app.id };
    const good = await service.run(sentence, { mobile });
    expect(verdictOf(good)).toBe('completed PASS');
    expect(good).toMatchObject({ deviceSessionUrl: expect.stringMatching(page) });
    expect(cloud.uploads).toEqual([
      {
        path,
        ...form,
        filename: 'ApiDemos-debug.apk',
        sha256: sha256(await builds.android.bytes()),
        hasLength: true,
      },
    ]);
    const session = (await appium.journal()).clouds.at(-1);
    expect(session).toMatchObject({ app: reference, options });
    expect(JSON.stringify(session)).toContain(good.id);
    await said(passed);

    const bad = await service.run('See "Never"', { mobile });
    expect(verdictOf(bad)).toBe('completed FAILED');
    await said(failed);
    expect(cloud.uploads).toHaveLength(1);
    await eventually(async () => expect((await appium.journal()).open).toEqual([]));
    expect(JSON.stringify((await appium.journal()).clouds)).not.toContain('secret-key');
  });

  it('gets a device build for iPhones as an .ipa, and refuses one for simulators before anything is uploaded', async () => {
    const service = await onCloud('browserstack', '/app-automate/upload', { platform: 'ios' });
    const app = await uploaded(service, deviceBuild);
    expect(verdictOf(await service.run(sentence, { mobile: { appId: app.id } }))).toBe('completed PASS');
    expect(cloud.uploads).toMatchObject([{ filename: 'Shop-1.2.ipa' }]);
    const simulator = await uploaded(service, builds.ios);
    const refused = await service.run(sentence, { mobile: { appId: simulator.id } });
    expect(verdictOf(refused)).toBe('failed APP_NOT_FOR_DEVICE');
    expect(refused.error?.message).toContain('simulator');
    expect(cloud.uploads).toHaveLength(1);
  });

  it('uploads the build anew, once, when the cloud no longer has it, and in time before that', async () => {
    const service = await onCloud('browserstack', '/app-automate/upload');
    const app = await uploaded(service, builds.android);
    const run = () => service.run(sentence, { mobile: { appId: app.id } });
    expect(verdictOf(await run())).toBe('completed PASS');
    await service.query("update cloud_uploads set reference = 'bs://forgotten'");
    expect(verdictOf(await run())).toBe('completed PASS');
    expect(cloud.uploads).toHaveLength(2);
    const { rows } = await service.query('select cloud, account, reference from cloud_uploads');
    expect(rows).toEqual([
      { cloud: 'browserstack', account: expect.stringMatching(/^[0-9a-f]{64}$/), reference: 'bs://2' },
    ]);
    await service.query("update cloud_uploads set uploaded_at = now() - interval '26 days'");
    expect(verdictOf(await run())).toBe('completed PASS');
    expect(cloud.uploads).toHaveLength(3);
  });

  it('says plainly that an account is not accepted, or why a build is not, and never shows the key', async () => {
    const service = await onCloud('sauce', '/v1/storage/upload');
    const app = await uploaded(service, builds.android);
    const run = () => service.run(sentence, { mobile: { appId: app.id } });
    const { opened } = await appium.journal();
    cloud.refuse({ status: 401, body: 'wrong: secret-key' });
    expect((await run()).error).toEqual({
      code: 'CLOUD_REFUSED',
      message:
        'Sauce Labs does not accept the account "user": check its "username" and "accessKey" in the list of devices.',
    });
    cloud.refuse({ status: 400, body: '{"error": "The file is too large (key secret-key)\\nstack"}' });
    expect((await run()).error).toEqual({
      code: 'CLOUD_REFUSED',
      message: 'Sauce Labs did not take the build: The file is too large (key •••) (status 400).',
    });
    cloud.refuse({ status: 200, body: '<html>' });
    expect((await run()).error).toMatchObject({ code: 'CLOUD_REFUSED' });
    expect((await appium.journal()).opened).toBe(opened);
  });

  it('never shows the key that a server repeats as it refuses a session', async () => {
    const service = await onCloud('browserstack', '/app-automate/upload', {
      capabilities: { refuseWith: 'All phones are busy for user:secret-key' },
    });
    const app = await uploaded(service, builds.android);
    const run = await service.run(sentence, { mobile: { appId: app.id } });
    expect(run.error).toMatchObject({
      code: 'DEVICE_BUSY',
      message: expect.stringContaining('All phones are busy for user:•••'),
    });
  });

  it('says CLOUD_UNREACHABLE where nobody listens', async () => {
    const service = await onCloud('lambdatest', '', { uploadUrl: 'http://127.0.0.1:1/upload' });
    const app = await uploaded(service, builds.android);
    const run = await service.run(sentence, { mobile: { appId: app.id } });
    expect(run.error).toMatchObject({
      code: 'CLOUD_UNREACHABLE',
      message: expect.stringContaining("LambdaTest can't be reached: "),
    });
  });
});
