import { describe, expect, it } from 'vitest';
import { insertApp, makeGroup } from '../service/groups/support.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { call, eventually, startTestService, type TestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();
const start = () => startTestService({ execution: scriptedExecution() });

describe.skipIf(noBrowser)('the groups of a project', () => {
  it('are made, renamed, and deleted only when confirmed', async () => {
    const service = await start();
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups` });
    await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
    await page.getByLabel('Name of a new group').fill('Checkout');
    await page.getByLabel('Tests run').selectOption('sequential');
    await page.getByRole('button', { name: 'Create the group' }).click();
    await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor();
    await page.getByLabel('Name', { exact: false }).fill('Payment');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Payment', level: 1 }).waitFor();
    const { groups } = (await service.call('GET', `/groups?projectId=${service.projectId}`)).body;
    expect(groups).toMatchObject([{ name: 'Payment', runMode: 'sequential' }]);

    await page.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
  });

  it('say what the service has not taken of a form, until that is closed', async () => {
    const service = await start();
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups` });
    await page.route('**/api/v1/groups', (route) =>
      route.request().method() === 'POST'
        ? route.continue({ postData: { ...route.request().postDataJSON(), retriesOfRun: 3 } })
        : route.continue(),
    );
    await page.getByLabel('Name of a new group').fill('Checkout');
    await page.getByRole('button', { name: 'Create the group' }).click();
    await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor();
    const warning = page.getByRole('status').filter({ hasText: "retriesOfRun: isn't known" });
    await warning.waitFor();
    await warning.getByRole('button', { name: 'Close the warnings' }).click();
    await warning.waitFor({ state: 'detached' });
  });

  it('have their tests in an order that is changed by dragging, by buttons and by keys', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web', 'web', 'web']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    const rows = page.getByRole('list', { name: 'Tests of the group' }).getByRole('listitem');
    await rows.nth(0).getByTitle('Drag to move').dragTo(rows.nth(2));
    await expectOrder(service, groupId, ['Test 2', 'Test 3', 'Test 1']);
    await page.getByRole('button', { name: 'Move “Test 1” up' }).click();
    await expectOrder(service, groupId, ['Test 2', 'Test 1', 'Test 3']);
    await page.getByRole('link', { name: 'Test 2' }).press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expectOrder(service, groupId, ['Test 1', 'Test 3', 'Test 2']);
    await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['Test 1', 'Test 3', 'Test 2']);
  });

  it('have tests switched off, taken out and put in', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web', 'web']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    await page.getByRole('checkbox', { name: '“Test 1” runs in this group' }).uncheck();
    await eventually(async () =>
      expect((await testsOf(service, groupId)).map(({ enabled }) => enabled)).toEqual([false, true]),
    );
    await page.getByRole('button', { name: 'Take “Test 2” out of the group' }).click();
    await expectOrder(service, groupId, ['Test 1']);
    await page.getByLabel('Add a test').selectOption({ label: 'Test 2' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectOrder(service, groupId, ['Test 1', 'Test 2']);
    await page.getByText('Every test of the project is in this group.').waitFor();
  });
});

describe.skipIf(noBrowser)('run now', () => {
  it('starts a group on an address and leads to the runs of its batch', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web', 'web']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    await page.getByLabel('Address of the site').fill('https://shop.example.test');
    await page.getByLabel('Commit').fill('abc1234');
    await page.getByRole('button', { name: 'Run the group' }).click();
    await page.waitForURL(/\/runs\?batchId=/);
    await expect.poll(() => page.getByRole('row', { name: /Test \d/ }).count()).toBe(2);
    const batchId = new URL(page.url()).searchParams.get('batchId')?.replaceAll('"', '');
    const { batch } = (await service.call('GET', `/batches/${batchId}`)).body;
    expect(batch).toMatchObject({ targetUrl: 'https://shop.example.test', commitSha: 'abc1234', groupId });
  });

  it('starts a group on the environment that is chosen, also with a project key', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['web']);
    const { projectId } = service;
    const environment = { name: 'Staging', url: 'https://staging.example.test/' };
    await service.call('POST', `/projects/${projectId}/environments`, environment);
    const { key } = (await service.call('POST', `/projects/${projectId}/keys`, {})).body.key;
    const { page } = await open(service, { path: `/projects/${projectId}/groups/${groupId}`, key });
    const choice = page.getByLabel('Environment');
    await choice.selectOption({ label: 'Staging · https://staging.example.test/' });
    await expect.poll(() => page.getByLabel('Address of the site').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Run the group' }).click();
    await page.waitForURL(/\/runs\?batchId=/);
    const { runs } = (await service.call('GET', `/projects/${projectId}/runs`)).body;
    expect(runs).toMatchObject([{ targetUrl: 'https://staging.example.test/' }]);
  });

  it('starts a mobile group on the build that is chosen', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['mobile']);
    const appId = await insertApp(service, { createdAt: '2026-01-01T00:00:00Z' });
    await insertApp(service);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    await page.getByLabel('Build').selectOption(appId);
    await page.getByRole('button', { name: 'Run the group' }).click();
    await page.waitForURL(/\/runs\?batchId=/);
    const { runs } = (await service.call('GET', `/projects/${service.projectId}/runs`)).body;
    expect(runs).toMatchObject([{ appId }]);
  });

  it('says in the words of the service why a group was not started', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['mobile']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    await page.getByRole('button', { name: 'Run the group' }).click();
    await page
      .getByRole('alert')
      .getByText(/mobile/)
      .waitFor();
  });
});

describe.skipIf(noBrowser)('the webhook of a group', () => {
  it('shows its address once, and a new secret kills the former one', async () => {
    const service = await start();
    const { groupId, webhookUrl } = await makeGroup(service, ['web']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    const section = page.getByRole('region', { name: 'Webhook', exact: true });
    await section.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    const url =
      (await section
        .getByText(/groups\/webhook\/[^$]*$/)
        .first()
        .textContent()) ?? '';
    expect((await call(webhookUrl, 'POST', {}, { key: null })).status).toBe(404);
    expect((await call(url, 'POST', {}, { key: null })).status).toBe(202);
    await page.reload();
    await section.getByText('"$GANTRY_WEBHOOK"').waitFor();
    expect(await page.content()).not.toContain(url);
  });

  it('is switched off and deleted', async () => {
    const service = await start();
    const { groupId, webhookUrl } = await makeGroup(service, ['web']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    const section = page.getByRole('region', { name: 'Webhook', exact: true });
    await section.getByRole('button', { name: 'Disable' }).click();
    await section.getByText('Disabled: calls are refused').waitFor();
    expect((await call(webhookUrl, 'POST', {}, { key: null })).status).toBe(403);
    await section.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await section.getByRole('button', { name: 'Make the webhook' }).waitFor();
    expect((await call(webhookUrl, 'POST', {}, { key: null })).status).toBe(404);
  });

  it('has snippets for pipelines that name the group', async () => {
    const service = await start();
    const { groupId } = await makeGroup(service, ['mobile']);
    const { page } = await open(service, { path: `/projects/${service.projectId}/groups/${groupId}` });
    const snippet = page.getByRole('region', { name: /^Snippet for/ });
    await page.getByText('GitHub Actions').click();
    await snippet.getByText(`group: ${groupId} # Checkout`).waitFor();
    await page.getByText('GitLab CI').click();
    await snippet.getByText(`GANTRY_URL: ${service.url}`).waitFor();
    await page.getByText('Shell', { exact: true }).click();
    await snippet.getByText(`trigger ${groupId} --upload build/MyApp.app.zip`).waitFor();
  });
});

async function testsOf(
  service: TestService,
  groupId: string,
): Promise<Array<{ enabled: boolean; test: { title: string } }>> {
  return (await service.call('GET', `/groups/${groupId}/tests`)).body.tests;
}

async function expectOrder(service: TestService, groupId: string, titles: string[]): Promise<void> {
  await eventually(async () =>
    expect((await testsOf(service, groupId)).map(({ test }) => test.title)).toEqual(titles),
  );
}
