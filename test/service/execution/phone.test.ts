import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningAppium, startAppium } from '../../engine/phones/appium-server.ts';
import { createTestDatabase } from '../../support/database.ts';
import { runGantry } from '../../support/process.ts';
import { adminKey, call, createTestFolder, eventually } from '../../support/service.ts';
import { builds, type Uploading, uploaded } from '../../support/uploads.ts';
import { slotProcesses, startRealService, verdictOf } from './support.ts';

let appium: RunningAppium;
beforeAll(async () => {
  appium = await startAppium();
});
afterAll(() => appium.close());

/** The one that is open, and not this one: its run has begun to use it. */
async function onlySession(not?: string): Promise<string> {
  await eventually(async () => {
    const { open, commands } = await appium.journal();
    expect(open).toHaveLength(1);
    expect(open).not.toContain(not);
    expect(commands.at(-1)).not.toBe('createSession');
  });
  return (await appium.journal()).open[0] ?? '';
}

const signIn = [
  'Type "alice" into "Username"',
  'Type "{{password}}" into "Password"',
  'Tap "Sign in"',
  'See "Welcome, alice"',
];

describe('a run on a phone', () => {
  it('installs the app that it names, carries out its sentences, and ends with a verdict and pictures', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: `${appium.url};kind=grid;slots=2`,
      GANTRY_BROWSER_SLOTS: '0',
    });
    await service.call('PUT', `/projects/${service.projectId}/variables/password`, {
      value: 'wonderland',
      secret: true,
    });
    const app = await uploaded(service, builds.android);
    const mobile = { appId: app.id };
    const good = await service.run(signIn.join('. '), { mobile });
    expect(good).toMatchObject({ platform: 'android', appId: app.id, error: null });
    expect(verdictOf(good)).toBe('completed PASS');
    expect(good.output.steps).toHaveLength(4);
    expect(JSON.stringify(good)).not.toContain('wonderland');
    const [picture = ''] = good.output.screenshots;
    const png = Buffer.from(await (await fetch(picture)).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const bad = await service.run([...signIn, 'See "Your basket is empty"'].join('. '), { mobile });
    expect(verdictOf(bad)).toBe('completed FAILED');
    expect(bad.output.issues[0]).toMatchObject({
      type: 'issue',
      expectedBehavior: expect.stringContaining('basket'),
    });
    const { apps, open } = await appium.journal();
    expect(open).toEqual([]);
    expect(apps.at(-1)?.sha256).toBe(
      createHash('sha256')
        .update(await builds.android.bytes())
        .digest('hex'),
    );
  });

  it('whose slot is killed leaves its phone to its second beginning, and none is taken at its end', async () => {
    const service = await startRealService({ GANTRY_APPIUM_URL: appium.url, GANTRY_BROWSER_SLOTS: '0' });
    const app = await uploaded(service, builds.android);
    const ended = service.run('Wait up to 60 seconds for "Never"', { mobile: { appId: app.id } });
    const first = await onlySession();
    for (const pid of slotProcesses()) process.kill(pid, 'SIGKILL');
    await onlySession(first);
    for (const pid of slotProcesses()) process.kill(pid, 'SIGKILL');
    expect(verdictOf(await ended)).toBe('failed DEVICE_LOST');
    expect((await appium.journal()).open).toEqual([]);
  });

  it('leaves its phone when the service is killed', async () => {
    const dataDir = await createTestFolder();
    const database = await createTestDatabase();
    const { child, printed, exited } = runGantry(['serve'], {
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: dataDir,
      GANTRY_DATABASE_URL: database.url,
      GANTRY_ADMIN_KEY: adminKey,
      GANTRY_APPIUM_URL: appium.url,
      GANTRY_BROWSER_SLOTS: '0',
    });
    const [, url = ''] = await printed(/listens on (\S+)/);
    const { rows } = await database.query('select id from projects');
    const service: Uploading = {
      url,
      projectId: rows[0].id,
      call: (method, path, body) => call(`${url}/api/v1${path}`, method, body),
    };
    const app = await uploaded(service, builds.android);
    await service.call('POST', '/runs', {
      prompt: 'Wait up to 60 seconds for "Never"',
      mobile: { appId: app.id },
    });
    await onlySession();
    child.kill('SIGKILL');
    await exited;
    await eventually(async () => expect((await appium.journal()).open).toEqual([]));
  });

  it('on a server that is not there ends as failed, without a verdict', async () => {
    const service = await startRealService({
      GANTRY_APPIUM_URL: 'http://127.0.0.1:1',
      GANTRY_BROWSER_SLOTS: '0',
    });
    const app = await uploaded(service, builds.ios);
    const run = await service.run('See "a"', { mobile: { appId: app.id } });
    expect(verdictOf(run)).toBe('failed APPIUM_UNREACHABLE');
  });
});
