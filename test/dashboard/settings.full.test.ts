import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../service/deliveries/support.ts';
import { startTestService, type TestService } from '../support/service.js';
import { noBrowser, signInCode, useDashboard } from './support.ts';

const open = useDashboard();

async function openSection(section?: string, options: Parameters<typeof open>[1] = {}) {
  const service = await startTestService();
  const path = `/projects/${service.projectId}/settings${section === undefined ? '' : `?section=${section}`}`;
  const { page, calls } = await open(service, { path, ...options });
  return { service, page, calls, card: (name: string) => page.getByRole('region', { name, exact: true }) };
}

async function projectOf({ call, projectId }: TestService) {
  return (await call('GET', `/projects/${projectId}`)).body;
}

describe.skipIf(noBrowser)('the settings of a project', () => {
  it('have an address for each section', async () => {
    const { service, page } = await openSection();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'Variables' }).click();
    await page.waitForURL(`**/projects/${service.projectId}/settings?section=variables`);
    await page.reload();
    await page.getByRole('button', { name: 'New variable' }).waitFor();
    expect(await page.getByRole('link', { name: 'Variables' }).getAttribute('aria-current')).toBe('page');
    expect(
      await page.getByRole('link', { name: 'Project', exact: true }).getAttribute('aria-current'),
    ).toBeNull();
  });

  it('change name, target and concurrency, also in the choice of projects', async () => {
    const { service, page } = await openSection();
    await page.getByLabel('Name').fill('Shop');
    await page.getByLabel('Target URL').fill('https://staging.example.com');
    await page.getByLabel('Concurrency').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect(await projectOf(service)).toMatchObject({
      name: 'Shop',
      targetUrl: 'https://staging.example.com',
      concurrency: 7,
    });
    await page
      .getByLabel('Project', { exact: true })
      .getByRole('option', { name: 'Shop' })
      .waitFor({ state: 'attached' });
  });

  it('show the sentence of the service for what it refuses', async () => {
    const { service, page } = await openSection();
    await page.getByLabel('Target URL').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    const { body } = await service.call('PATCH', `/projects/${service.projectId}`, {
      targetUrl: 'ftp://example.com',
    });
    expect(await page.getByRole('alert').textContent()).toBe(body.message);
  });

  it('add and remove allowed hosts and receivers', async () => {
    const { service, page, card } = await openSection('hosts');
    await page.getByLabel('Host to allow').fill('*.example.com');
    await page.getByLabel('Host to allow').press('Enter');
    await page.getByRole('button', { name: 'Remove *.example.com' }).waitFor();
    await page.getByLabel('Receiver to allow').fill('ci.example.com:8443');
    await card('Allowed receivers').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove ci.example.com:8443' }).waitFor();
    expect(await projectOf(service)).toMatchObject({
      allowedHosts: ['*.example.com'],
      allowedReceivers: ['ci.example.com:8443'],
    });
    await page.getByLabel('Host to allow').fill('https://example.com/path');
    await card('Allowed hosts').getByRole('button', { name: 'Add' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('must be a host in lower case');
    await page.getByRole('button', { name: 'Remove *.example.com' }).click();
    await card('Allowed hosts').getByText('the host that it opens first').waitFor();
    expect((await projectOf(service)).allowedHosts).toBeNull();
  });

  it('with a project key say that an admin key is needed, and ask the service for nothing of it', async () => {
    const service = await startTestService();
    const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, { name: 'CI' })).body
      .key;
    const path = `/projects/${service.projectId}/settings?section=keys`;
    const { page, calls } = await open(service, { path, key });
    await page.getByText('The settings need an admin key').waitFor();
    await page.getByText('CI', { exact: false }).first().waitFor();
    expect(calls.filter((call) => /\/keys|\/variables|\/environments/.test(call))).toEqual([]);
  });

  it('fit a phone', async () => {
    const { page } = await openSection('keys', { context: { viewport: { width: 390, height: 800 } } });
    for (const section of ['Keys', 'Variables', 'Webhook', 'Hosts', 'Environments', 'Project']) {
      await page.getByRole('link', { name: section, exact: true }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
  });
});

describe.skipIf(noBrowser)('the default webhook', () => {
  it('is saved, and tested by a signed sample whose answer is shown as text', async () => {
    const { service, page } = await openSection('webhook');
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.end('<img src=x onerror=alert(1)>') : response.writeHead(500).end('not now'),
    );
    await page.getByLabel('Webhook URL').fill(receiver.url);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver took the test').waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    const { webhookSecret } = await projectOf(service);
    const [sample] = receiver.received;
    expect(
      new Webhook(webhookSecret).verify(sample?.body.toString() ?? '', sample?.headers ?? {}),
    ).toMatchObject({ test: true });

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect((await projectOf(service)).webhookUrl).toBe(receiver.url);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver answered with status 500.').waitFor();
  });

  it('has a secret that is hidden until it is asked for, and rotates with a warning', async () => {
    const { service, page } = await openSection('webhook');
    const { webhookSecret: former } = await projectOf(service);
    await page.getByRole('button', { name: 'Show the secret' }).waitFor();
    expect(await page.getByText(former).count()).toBe(0);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByText(former).waitFor();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog').getByText('For 24 hours').waitFor();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('Two secrets sign at present').waitFor();
    const { webhookSecret } = await projectOf(service);
    expect(webhookSecret).not.toBe(former);
    await page.getByText(webhookSecret).waitFor();
  });
});

describe.skipIf(noBrowser)('keys', () => {
  it.each([
    ['Keys of the project', 'Issue a project key', 'What the project key is for'],
    ['Admin keys', 'Issue an admin key', 'What the admin key is for'],
  ])('of "%s" are issued, shown once, and revoked after a warning', async (title, issue, purpose) => {
    const { service, page, card } = await openSection('keys');
    await page.getByLabel(purpose).fill('Pipeline');
    await page.getByRole('button', { name: issue }).click();
    const key = (await card(title).getByLabel('The new key').textContent()) ?? '';
    const runs = () => service.call('GET', `/runs?projectId=${service.projectId}`, undefined, { key });
    expect((await runs()).status).toBe(200);
    await page.getByRole('button', { name: 'I have it' }).click();
    await card(title).getByText('Pipeline', { exact: true }).waitFor();
    await expect.poll(() => page.getByText(key).count()).toBe(0);

    await card(title).getByRole('button', { name: 'Revoke Pipeline' }).click();
    await page.getByRole('dialog').getByText('Pipelines that use it fail').waitFor();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await card(title).getByText('Revoked', { exact: true }).waitFor();
    expect((await runs()).status).toBe(401);
  });

  it('show the browsers that are signed in with them, and end their sessions', async () => {
    const service = await startTestService();
    const { id, key } = (await service.call('POST', `/projects/${service.projectId}/keys`, { name: 'Ann' }))
      .body.key;
    await service.call('POST', '/session', { code: await signInCode(service, key) }, { key: null });
    const { page } = await open(service, { path: `/projects/${service.projectId}/settings?section=keys` });
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: 'End this session', exact: true }).click();
    await expect.poll(() => page.getByText('signed in with this key').count()).toBe(1);
    const { body } = await service.call('GET', `/projects/${service.projectId}/keys`);
    expect(body.keys.find((one: { id: string }) => one.id === id).sessions).toEqual([]);
  });
});

describe.skipIf(noBrowser)('environments', () => {
  it('are added, renamed, moved to another address, and deleted after a warning', async () => {
    const { service, page } = await openSection('environments');
    const path = `/projects/${service.projectId}/environments`;
    const environments = async () => (await service.call('GET', path)).body.environments;
    const save = () => page.getByRole('button', { name: 'Save the environment' }).click();
    await page.getByText('No environments yet').waitFor();
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill('Staging');
    await page.getByLabel('Address').fill('ftp://staging.example.com');
    await save();
    expect(await page.getByRole('alert').textContent()).toContain('url: must be an http or https URL');
    await page.getByLabel('Address').fill('https://staging.example.com');
    await save();
    await page.getByRole('button', { name: 'Change Staging' }).click();
    await page.getByLabel('Name').fill('Preview');
    await page.getByLabel('Address').fill('https://preview.example.com/shop');
    await save();
    await page.getByText('https://preview.example.com/shop').waitFor();
    expect(await environments()).toMatchObject([
      { name: 'Preview', url: 'https://preview.example.com/shop' },
    ]);
    await page.getByRole('button', { name: 'Delete Preview' }).click();
    await page.getByRole('dialog').getByText('Pipelines that name it fail').waitFor();
    await page.getByRole('button', { name: 'Delete the environment' }).click();
    await page.getByText('No environments yet').waitFor();
    expect(await environments()).toEqual([]);
  });

  it('have names of their own: one that is taken is refused in the words of the service', async () => {
    const service = await startTestService();
    const path = `/projects/${service.projectId}/environments`;
    await service.call('POST', path, { name: 'Staging', url: 'https://staging.example.com' });
    const { page } = await open(service, {
      path: `/projects/${service.projectId}/settings?section=environments`,
    });
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill('staging');
    await page.getByLabel('Address').fill('https://other.example.com');
    await page.getByRole('button', { name: 'Save the environment' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('an environment "Staging" already');
  });
});

describe.skipIf(noBrowser)('variables', () => {
  const save = (page: Page) => page.getByRole('button', { name: 'Save the variable' }).click();

  it('are set, changed and deleted', async () => {
    const { service, page } = await openSection('variables');
    const variables = async () =>
      (await service.call('GET', `/projects/${service.projectId}/variables`)).body.variables;
    await page.getByRole('button', { name: 'New variable' }).click();
    await page.getByLabel('Name').fill('greeting');
    await page.getByLabel('Value').fill('hello');
    await save(page);
    await page.getByRole('button', { name: 'Change greeting' }).click();
    await page.getByLabel('Value').fill('good morning');
    await save(page);
    await page.getByText('good morning').waitFor();
    expect(await variables()).toMatchObject([{ name: 'greeting', value: 'good morning', secret: false }]);
    await page.getByRole('button', { name: 'Delete greeting' }).click();
    await page.getByRole('button', { name: 'Delete the variable' }).click();
    await page.getByText('No variables yet').waitFor();
    expect(await variables()).toEqual([]);
  });

  it('that are secret have hosts, and are never shown again', async () => {
    const { service, page } = await openSection('variables');
    await page.getByRole('button', { name: 'New variable' }).click();
    await page.getByLabel('Name').fill('password');
    await page.getByLabel('Kind').selectOption('secret');
    await page.getByLabel(/^Value/).fill('x');
    await save(page);
    expect(await page.getByRole('alert').textContent()).toContain('a secret has at least');
    await page.getByLabel(/^Value/).fill('correct horse');
    await page.getByLabel('Host for the secret').fill('shop.example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await save(page);
    await page.getByText('Only on shop.example.com').waitFor();
    await page.reload();
    await page.getByText('Only on shop.example.com').waitFor();
    expect(await page.getByText('correct horse').count()).toBe(0);
    const { body } = await service.call('GET', `/projects/${service.projectId}/variables`);
    expect(body.variables).toMatchObject([{ name: 'password', secret: true, hosts: ['shop.example.com'] }]);
  });
});
