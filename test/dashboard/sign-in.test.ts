import { describe, expect, it } from 'vitest';
import { adminKey, startTestService } from '../support/service.js';
import { noBrowser, signInCode, useDashboard } from './support.js';

const openDashboard = useDashboard();

describe.skipIf(noBrowser)('signing in', () => {
  it('works by an address once, which then holds the code no longer', async () => {
    const service = await startTestService();
    const { page } = await openDashboard(service, { key: null });
    const code = await signInCode(service);
    await page.goto(`${service.url}/sign-in#${code}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${service.url}/projects/${service.projectId}`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Gantry' }).waitFor();
    await page.goto('about:blank');
    await page.goto(`${service.url}/sign-in#${code}`);
    await page.getByText('You are not signed in').waitFor();
    expect(page.url()).not.toContain(code);
  });

  it('takes a key, says when it is wrong, and leads to the page that was asked for', async () => {
    const service = await startTestService();
    const { page } = await openDashboard(service, { key: null });
    await page.goto(`${service.url}/projects/${service.projectId}/runs?outcome=failed`);
    await page.getByLabel('API key').fill('gk_tests_wrongwrongwrongwrongwrong');
    await page.keyboard.press('Enter');
    await page.getByText('This key or address is not valid').waitFor();
    await page.getByLabel('API key').fill(adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(page.url()).toBe(`${service.url}/projects/${service.projectId}/runs?outcome=failed`);
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toMatch(
      /gk_|gantry_session/,
    );
  });

  it('leads nowhere but to pages of the dashboard', async () => {
    const service = await startTestService();
    const { page } = await openDashboard(service, { key: null });
    for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`${service.url}/sign-in?to=${encodeURIComponent(to)}#${await signInCode(service)}`);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(new URL(page.url()).origin).toBe(service.url);
    }
  });

  it('is asked for again when the session was ended elsewhere', async () => {
    const service = await startTestService();
    const { page } = await openDashboard(service);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const { body } = await service.call('GET', '/keys');
    for (const { sessions } of body.keys)
      for (const { id } of sessions) await service.call('DELETE', `/sessions/${id}`);
    // Whatever asks the service next finds out: the click, or the page by itself before it.
    const click = page.getByRole('link', { name: 'Runs', exact: true }).click();
    click.catch(() => undefined);
    await page.getByRole('heading', { name: 'Sign in to Gantry' }).waitFor();
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
