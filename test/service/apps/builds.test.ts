import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNewestUpload } from '../../../src/service/apps/app-store.ts';
import { openDatabase } from '../../../src/service/database/database.ts';
import { log } from '../../engine/phones/support.ts';
import { gatherClosers } from '../../support/database.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { builds, confirm, deviceBuild, simulatorBuild, stored, uploaded } from '../../support/uploads.ts';
import { buildZip } from '../../support/zip-writer.ts';

const { atEnd, close } = gatherClosers();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ atEnd });
});
afterAll(close);

describe('the record of a build', () => {
  it('says what an iOS build is for and what code it has, in every answer', async () => {
    const device = await uploaded(service, deviceBuild);
    expect(device).toMatchObject({
      platform: 'ios',
      filename: 'Shop',
      appVersion: '1.2',
      builtFor: 'device',
      architectures: ['arm64'],
    });
    const simulator = await uploaded(service, simulatorBuild);
    expect(simulator).toMatchObject({ builtFor: 'simulator', architectures: ['arm64', 'x86_64'] });
    const list = await service.call('GET', `/projects/${service.projectId}/mobile?bundleId=com.example.shop`);
    expect(list.body.apps).toEqual([simulator, device]);
    const one = await service.call('GET', `/projects/${service.projectId}/mobile/${device.id}`);
    expect(one.body.app).toEqual(device);
  });

  it('says null of builds that were there before anybody looked', async () => {
    const app = await uploaded(service, builds.ios);
    await service.query(
      'update apps set built_for = null, architectures = null, app_folder = null where id = $1',
      [app.id],
    );
    const one = await service.call('GET', `/projects/${service.projectId}/mobile/${app.id}`);
    expect(one.body.app).toEqual({ ...app, builtFor: null, architectures: null });
  });
});

describe('an upload that no phone installs', () => {
  it('is refused at its ticket, in the usual shape, with what to upload instead', async () => {
    const answer = await service.call('POST', `/projects/${service.projectId}/mobile/upload`, {
      filename: 'app-release.aab',
      fileSize: 12,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'ValidationError',
      message: expect.stringMatching(
        /^filename: .*An \.aab is for the Play Store: build an APK with .*upload that$/,
      ),
      requestId: expect.any(String),
    });
  });

  it('is refused at its confirmation where its name did not tell', async () => {
    const bundle = {
      filename: 'release.zip',
      bytes: async () => buildZip([{ name: 'BundleConfig.pb', data: 'x' }]),
    };
    const answer = await confirm(service, await stored(service, bundle));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'InvalidApp', message: expect.stringContaining('An .aab is for the Play Store') },
    });
    const notIpa = { filename: 'Shop.ipa', bytes: simulatorBuild.bytes };
    expect(await confirm(service, await stored(service, notIpa))).toMatchObject({
      status: 422,
      body: { error: 'InvalidApp', message: expect.stringContaining('below Payload/') },
    });
  });
});

it('the newest build of a bundle can be asked for by what it fits', async () => {
  const place = await startTestService();
  const device = await uploaded(place, deviceBuild);
  const simulator = await uploaded(place, simulatorBuild);
  const { db, close: closeDatabase } = openDatabase({
    connection: { connectionString: place.databaseUrl },
    poolSize: 1,
    log,
  });
  const newest = async (fitting?: Parameters<typeof findNewestUpload>[3]) =>
    (await findNewestUpload(db, place.projectId, 'com.example.shop', fitting))?.id ?? null;
  try {
    expect(await newest()).toBe(simulator.id);
    expect(await newest({ builtFor: ['simulator', 'device'] })).toBe(simulator.id);
    expect(await newest({ platform: 'ios', builtFor: ['device'] })).toBe(device.id);
    expect(await newest({ platform: 'android' })).toBeNull();
    await place.query('update apps set built_for = null where id = $1', [simulator.id]);
    expect(await newest({ builtFor: ['device'] })).toBe(simulator.id);
    await place.call('DELETE', `/projects/${place.projectId}/mobile/${simulator.id}`);
    expect(await newest({ builtFor: ['simulator'] })).toBeNull();
  } finally {
    await closeDatabase();
  }
});
