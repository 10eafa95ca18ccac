import { describe, expect, it } from 'vitest';
import { startTestService } from '../support/service.js';
import { noBrowser, signInCode, useDashboard } from './support.js';

const openDashboard = useDashboard();

describe.skipIf(noBrowser)('signing in', () => {
  it('with the key that is signed in already asks nothing, with another one it does', async () => {
    const service = await startTestService();
    const path = `/projects/${service.projectId}/keys`;
    const { key } = (await service.call('POST', path, { name: 'ci' })).body;
    const { page } = await openDashboard(service);
    await page.goto('about:blank');
    await page.goto(`${service.url}/sign-in#${await signInCode(service)}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${service.url}/sign-in`);
    await page.getByLabel('API key').fill(key.key);
    await page.keyboard.press('Enter');
    await page.getByText('This key signs you in as').waitFor();
    await page.getByRole('button', { name: 'Switch' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const { keys } = (await service.call('GET', path)).body;
    expect(keys.map((one: { sessions: object[] }) => one.sessions.length)).toEqual([1]);
  });

  it('with another key leads the other tabs of the browser to its projects', async () => {
    const service = await startTestService();
    const shop = (await service.call('POST', '/projects', { name: 'Shop' })).body.project.id;
    const { key } = (await service.call('POST', `/projects/${shop}/keys`, {})).body;
    const { page } = await openDashboard(service, { path: `/projects/${service.projectId}/tests/new` });
    const other = await page.context().newPage();
    await other.goto(`${service.url}/sign-in#${await signInCode(service, key.key)}`);
    await other.getByRole('button', { name: 'Switch' }).click();
    await page.waitForURL(`${service.url}/projects/${shop}`);
  });

  it('with a project key shows that project alone', async () => {
    const service = await startTestService();
    await service.call('POST', '/projects', { name: 'Other' });
    const { body } = await service.call('POST', `/projects/${service.projectId}/keys`, {});
    const { page, calls } = await openDashboard(service, { key: body.key.key });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Default').waitFor();
    expect(await page.getByLabel('Project', { exact: true }).count()).toBe(0);
    expect(calls.filter((call) => call.startsWith('GET /projects?'))).toEqual([]);
  });
});
