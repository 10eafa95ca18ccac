import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gatherClosers } from '../support/database.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService, type TestService } from '../support/service.js';
import { builds, uploaded } from '../support/uploads.js';
import { noBrowser, useDashboard } from './support.js';

const open = useDashboard();
const { atEnd, close } = gatherClosers();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    execution: scriptedExecution({ platforms: ['ios', 'android'] }),
    atEnd,
  });
});
afterAll(close);
afterEach(async () => {
  for (const { id } of await apps())
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${id}`);
});

describe.skipIf(noBrowser)('the apps of a project', () => {
  it('take several files by a button, and are listed with what was read from them', async () => {
    const { page } = await openApps();
    await choose(page, await file('ios'), await file('android'));
    await expect.poll(() => uploadStates(page)).toEqual(['Uploaded', 'Uploaded']);
    const row = await page
      .getByRole('table', { name: 'Apps' })
      .getByRole('row', { name: 'io.appium.android.apis' })
      .textContent();
    expect(row).toContain('ApiDemos-debug');
    expect(row).toContain('Android');
    expect(row).toMatch(/Never/);
    expect((await apps()).map(({ platform }) => platform).sort()).toEqual(['android', 'ios']);
  });

  it('take a file that is dropped, and delete it after the time that was chosen', async () => {
    const { page } = await openApps();
    await page.getByRole('combobox', { name: 'Delete them' }).selectOption('After 1 day');
    await drop(page, await file('ios'));
    await expect.poll(() => uploadStates(page)).toEqual(['Uploaded']);
    expect((await apps())[0]).toMatchObject({ removeAfter: 86_400 });
    await page
      .getByRole('table', { name: 'Apps' })
      .getByText(/^in 2[34] hr\.$/)
      .waitFor();
  });

  it('show their icons, and an equal place without one', async () => {
    const android = await uploaded(service, builds.android);
    const ios = await uploaded(service, builds.ios);
    const { page } = await openApps();
    const rowOf = (bundleId: string) => page.getByRole('row', { name: bundleId });
    const icon = rowOf(android.bundleId).locator('img');
    expect(await icon.getAttribute('src')).toBe(android.iconUrl);
    await expect.poll(() => icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(96);
    expect(await icon.boundingBox()).toMatchObject({ width: 32, height: 32 });
    expect(await icon.getAttribute('alt')).toBe('');
    expect(await rowOf(ios.bundleId).locator('img').count()).toBe(0);
    const place = rowOf(ios.bundleId).locator('[data-empty]');
    expect(await place.boundingBox()).toMatchObject({ width: 32, height: 32 });
    expect(
      await page.evaluate('getComputedStyle(document.querySelector("[data-empty]")).backgroundColor'),
    ).toMatch(/^rgb\(/);
  });

  it('show an empty place for an icon that can not be loaded', async () => {
    const { iconUrl } = await uploaded(service, builds.android);
    const { page } = await openApps('?platform=ios');
    await page.route(iconUrl, (route) => route.fulfill({ contentType: 'image/png', body: 'broken' }));
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Android');
    await page.getByRole('table', { name: 'Apps' }).locator('[data-empty]').waitFor();
  });

  it('are not sent the same content twice', async () => {
    const { page, calls } = await openApps();
    await choose(page, await file('ios'));
    await expect.poll(() => uploadStates(page)).toEqual(['Uploaded']);
    await choose(page, await file('ios'));
    await expect.poll(async () => (await uploadStates(page))[1]).toMatch(/is there already/);
    expect(calls.filter((call) => call.endsWith('/mobile/upload'))).toHaveLength(1);
    expect(await apps()).toHaveLength(1);
  });

  it('say why the service refused a file, and send it again', async () => {
    const { page } = await openApps();
    await choose(page, { name: 'Shop.apk', mimeType: 'application/zip', buffer: Buffer.from('no app') });
    await expect.poll(async () => (await uploadStates(page))[0]).toMatch(/no app that can be read|not|zip/i);
    expect(await apps()).toHaveLength(0);

    const confirmation = '**/mobile/upload/confirm';
    await page.route(confirmation, (route) =>
      route.fulfill({ status: 422, json: { error: 'InvalidApp', message: 'Nothing is inside.' } }),
    );
    await choose(page, await file('ios'));
    await expect.poll(async () => (await uploadStates(page))[1]).toBe('Nothing is inside.');
    await page.unroute(confirmation);
    await page.getByRole('button', { name: `Try ${builds.ios.filename} again` }).click();
    await expect.poll(async () => (await uploadStates(page))[1]).toBe('Uploaded');
    await page.getByRole('button', { name: 'Hide Shop.apk' }).click();
    await expect.poll(() => uploadStates(page)).toEqual(['Uploaded']);
  });

  it('leave an upload that is cancelled, and go on with the next one', async () => {
    const { page } = await openApps();
    await page.route('**/storage/**', (route) =>
      route.request().postDataBuffer()?.length === 7 ? undefined : route.continue(),
    );
    await choose(
      page,
      { name: 'Slow.apk', mimeType: 'application/zip', buffer: Buffer.from('too big') },
      await file('ios'),
    );
    await page.getByRole('progressbar', { name: 'Progress of Slow.apk' }).waitFor({ state: 'attached' });
    await expect.poll(async () => (await uploadStates(page))[1]).toBe('Waits for the upload before it');
    await page.getByRole('button', { name: 'Cancel Slow.apk' }).click();
    await expect.poll(() => uploadStates(page)).toEqual(['Cancelled', 'Uploaded']);
    expect(await apps()).toHaveLength(1);
  });

  it('are narrowed by platform and bundle id, which the address holds', async () => {
    const ios = await uploaded(service, builds.ios);
    await uploaded(service, builds.android);
    const { page } = await openApps();
    const rows = page.getByRole('table', { name: 'Apps' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Android');
    await expect.poll(() => rows.count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?platform=android');
    await page.getByRole('button', { name: 'Show all apps' }).click();
    await page.getByRole('link', { name: ios.bundleId }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await page.getByRole('searchbox', { name: 'Bundle id' }).inputValue()).toBe(ios.bundleId);
    await page.getByRole('searchbox', { name: 'Bundle id' }).fill('com.example.none');
    await page.getByRole('heading', { name: 'No app fits these filters' }).waitFor();
  });

  it('are deleted after a warning that says who uses them', async () => {
    const { id } = await uploaded(service, builds.android);
    const run = await submit(id, 'hang');
    const { page } = await openApps();
    await page.getByRole('button', { name: 'Delete ApiDemos-debug' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this app?' });
    await dialog.getByText('1 run used it. 1 run of them is unfinished and will still finish').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await apps()).toHaveLength(1);

    await page.getByRole('button', { name: 'Delete ApiDemos-debug' }).click();
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('heading', { name: 'No apps yet' }).waitFor();
    expect(await apps()).toHaveLength(0);
    await service.call('POST', `/runs/${run}/cancel`);
  });
});

describe.skipIf(noBrowser)('an app', () => {
  it('shows its metadata, its size over the versions, and the runs that use it', async () => {
    const before = await uploaded(service, builds.android);
    const { id, iconUrl } = await uploaded(service, builds.android);
    const run = await submit(id, 'see it');
    const { page } = await openApps(`/${id}`);
    await page.getByRole('heading', { level: 1, name: 'ApiDemos-debug' }).waitFor();
    const icon = page.locator(`img[src="${iconUrl}"]`);
    await expect.poll(() => icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(96);
    expect(await icon.boundingBox()).toMatchObject({ width: 64, height: 64 });
    const facts = page.getByRole('table', { name: 'About the app' });
    expect(await facts.getByRole('row', { name: 'Bundle id' }).textContent()).toContain(before.bundleId);
    await page.getByRole('img', { name: `Size of the latest 2 uploads of ${before.bundleId}` }).waitFor();

    await page.getByRole('link', { name: '1 run', exact: true }).click();
    await page.locator(`a[href$="/runs/${run}"]`).waitFor();
    expect(new URL(page.url()).searchParams.get('appId')).toBe(id);
  });

  it('is deleted from its own page, which leads back to the list', async () => {
    const { id } = await uploaded(service, builds.ios);
    const { page } = await openApps(`/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('heading', { name: 'No apps yet' }).waitFor();
    await page.goto(`${service.url}/projects/${service.projectId}/apps/${id}`);
    await page.getByRole('heading', { name: 'There is no such app' }).waitFor();
  });
});

const openApps = (below = '') => open(service, { path: `/projects/${service.projectId}/apps${below}` });

async function apps(): Promise<Array<{ id: string; platform: string }>> {
  return (await service.call('GET', `/projects/${service.projectId}/mobile`)).body.apps;
}

async function submit(appId: string, prompt: string): Promise<string> {
  const { body } = await service.call('POST', '/runs', { prompt, mobile: { appId } });
  return body.id;
}

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function file(platform: 'ios' | 'android'): Promise<ChosenFile> {
  const { filename, bytes } = builds[platform];
  return { name: filename, mimeType: 'application/zip', buffer: await bytes() };
}

async function choose(page: Page, ...files: ChosenFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
}

async function drop(page: Page, { name, buffer }: ChosenFile): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob('${buffer.toString('base64')}'), (each) => each.charCodeAt(0));
    transfer.items.add(new File([content], '${name}'));
    return transfer;
  })()`);
  const area = page.getByRole('region', { name: 'Upload' });
  await area.dispatchEvent('dragover', { dataTransfer });
  await page.getByText('Let go to upload').waitFor();
  await area.dispatchEvent('drop', { dataTransfer });
}

function uploadStates(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Uploads' }).getByRole('status').allTextContents();
}
