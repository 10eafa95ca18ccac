import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherClosers } from '../../support/database.js';
import { objectsIn } from '../../support/objects.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { builds, confirm, stored, uploaded } from '../../support/uploads.js';
import { serve } from '../groups/support.js';
import { appWithIcon } from '../inspect/icon-samples.js';
import { entryOf } from '../inspect/sources.js';

const settingsApk = {
  filename: 'settings.apk',
  bytes: () =>
    readFile(new URL('../../node_modules/io.appium.settings/apks/settings_apk-debug.apk', import.meta.url)),
};
const { atEnd, close } = gatherClosers();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ execution: scriptedExecution({ platforms: ['android'] }), atEnd });
});
afterAll(close);

describe('the icon of a build', () => {
  it('stands in each answer with its app, and is served as what it is, for ever, to whoever has its address', async () => {
    const ticket = await stored(service, settingsApk);
    const { app } = (await confirm(service, ticket)).body;
    const { filesUrl } = service.service;
    expect(app.iconUrl).toMatch(new RegExp(`^${filesUrl}/apps/${app.id}/files/[A-Za-z0-9]{32}\\.png$`));
    expect((await confirm(service, ticket)).body).toEqual({ app });
    expect((await mobile('GET', app.id)).body).toEqual({ app });
    expect((await mobile('GET')).body.apps).toContainEqual(app);

    const answer = await fetch(app.iconUrl);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const picture = await entryOf(await settingsApk.bytes(), 'res/drawable-xxxhdpi-v4/ic_launcher.png');
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
  });

  it('is found under no other address', async () => {
    const [app, other] = [await uploaded(service, settingsApk), await uploaded(service, settingsApk)];
    const { origin, pathname } = new URL(app.iconUrl);
    const name = pathname.split('/').at(-1) ?? '';
    for (const path of [
      pathname.replace(name, `${'0'.repeat(32)}.png`),
      pathname.replace('.png', '.webp'),
      pathname.replace(app.id, other.id),
      pathname.replace(app.id, 'x'),
      pathname.replace(name, ''),
    ])
      expect({ path, status: (await fetch(origin + path)).status }).toEqual({ path, status: 404 });
    const fromApi = await fetch(service.url + pathname, { redirect: 'manual' });
    expect({ status: fromApi.status, location: fromApi.headers.get('location') }).toEqual({
      status: 308,
      location: app.iconUrl,
    });
  });

  it('goes with its app', async () => {
    for (const { id } of (await mobile('GET')).body.apps) await mobile('DELETE', id);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
    const app = await uploaded(service, settingsApk);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toHaveLength(2));
    await mobile('DELETE', app.id);
    expect((await fetch(app.iconUrl)).status).toBe(404);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([]));
  });

  it('is null where a build has none, or one that is no picture: the upload is as good', async () => {
    expect(await uploaded(service, builds.ios)).toMatchObject({
      bundleId: 'io.appium.TestApp',
      iconUrl: null,
    });
    const filename = 'A.app.zip';
    const drawing = appWithIcon(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(await uploaded(service, { filename, bytes: async () => drawing })).toMatchObject({
      iconUrl: null,
    });
  });

  it('is read from a build that is fetched as well', async () => {
    const bytes = await settingsApk.bytes();
    const url = await serve((_request, response) => response.end(bytes));
    const { body: run } = await service.call('POST', '/runs', {
      prompt: 'hang',
      mobile: { artifactUrl: `${url}/settings.apk` },
    });
    await eventually(async () => {
      const { appId } = (await service.call('GET', `/runs/${run.id}`)).body;
      const { iconUrl } = (await mobile('GET', appId)).body.app;
      expect((await fetch(iconUrl)).status).toBe(200);
    });
    await service.call('POST', `/runs/${run.id}/cancel`);
  });
});

function mobile(method: string, appId?: string) {
  const path = `/projects/${service.projectId}/mobile`;
  return service.call(method, appId === undefined ? path : `${path}/${appId}`);
}
