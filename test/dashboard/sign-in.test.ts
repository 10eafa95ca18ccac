import { describe, expect, it } from 'vitest';
import { serve } from '../service/execution/support.ts';
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

  it('by an address of another key asks first, by name; staying keeps the session and the code', async () => {
    const service = await startTestService();
    const shop = (await service.call('POST', '/projects', { name: 'Shop' })).body.project.id;
    const { key } = (await service.call('POST', `/projects/${shop}/keys`, { name: 'stranger' })).body;
    const { page } = await openDashboard(service);
    const link = `${service.url}/sign-in#${await signInCode(service, key.key)}`;
    const open = async () => {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('heading', { name: 'You are signed in already' }).waitFor();
    };
    await open();
    expect(await page.getByRole('main').innerText()).toMatch(
      new RegExp(
        `as GANTRY_ADMIN_KEY gk_tests \\(all projects\\)\\.\\s+This link signs you in as stranger gk_${key.id} \\(project Shop\\)\\.`,
      ),
    );
    // The key that ends most questions keeps what there is.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const keyOfPage = () => page.evaluate('fetch("/api/v1/session").then((answer) => answer.json())');
    expect(await keyOfPage()).toMatchObject({ keyId: 'tests' });
    await open();
    await page.getByRole('button', { name: 'Switch' }).click();
    await page.waitForURL(`${service.url}/projects/${shop}`);
    expect(await keyOfPage()).toMatchObject({ keyId: key.id, projectName: 'Shop' });
  });

  it('is nothing that a form or a script of another page can do', async () => {
    const service = await startTestService();
    const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, {})).body;
    const code = await signInCode(service, key.key);
    const { page } = await openDashboard(service);
    // On the next port, which a browser calls the same site.
    const foreign = await serve((_request, response) =>
      response.end(`<!doctype html><title>Foreign</title><link rel="icon" href="data:,">
        <form method="post" enctype="text/plain" action="${service.url}/api/v1/session">
          <input name='{"code":"${code}","x":"' value='"}'><button>Send</button>
        </form>`),
    );
    const other = await page.context().newPage();
    await other.goto(foreign.url);
    for (const init of [{ mode: 'no-cors' }, { headers: { 'content-type': 'application/json' } }]) {
      const sent = { ...init, method: 'POST', credentials: 'include', body: JSON.stringify({ code }) };
      const args = `${JSON.stringify(`${service.url}/api/v1/session`)}, ${JSON.stringify(sent)}`;
      expect(await other.evaluate(`fetch(${args}).catch((error) => error.message)`)).toBe('Failed to fetch');
    }
    const [answer] = await Promise.all([
      other.waitForResponse(`${service.url}/api/v1/session`),
      other.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(answer.status()).toBe(415);
    await page.goto(`${service.url}/sign-in#${code}`);
    await page.getByRole('heading', { name: 'You are signed in already' }).waitFor();
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
});
