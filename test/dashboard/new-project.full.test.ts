import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherClosers } from '../support/database.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService, type TestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.js';

const open = useDashboard();
const { atEnd, close } = gatherClosers();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ execution: scriptedExecution(), atEnd });
});
afterAll(close);

describe.skipIf(noBrowser)('a new project', () => {
  it('leads from the menu of projects to a run that passed', async () => {
    const { page } = await open(service);
    await page.getByRole('combobox', { name: 'Project' }).selectOption('New project …');
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('textbox', { name: 'Address' }).fill('shop.example.test');
    await page.getByRole('button', { name: 'Create the project' }).click();

    await page.getByRole('heading', { name: 'The first run' }).waitFor();
    const sentences = page.getByRole('textbox', { name: 'Sentences' });
    expect(await sentences.inputValue()).toContain('The address contains "shop.example.test".');
    const readings = page.getByRole('list', { name: 'How it is understood' }).getByRole('listitem');
    await expect.poll(() => readings.count()).toBe(3);
    expect(await readings.filter({ hasText: 'Not understood' }).count()).toBe(0);
    expect(await page.getByText('curl -X POST').textContent()).toContain(`api/v1/runs' \\`);

    await sentences.fill('see "Welcome"');
    // A button that moves under the finger is not clicked.
    await expect.poll(() => readings.count()).toBe(1);
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByText('Passed', { exact: true }).first().waitFor();
    const { body } = await service.call('GET', '/projects');
    const created = body.projects.find(({ name }: { name: string }) => name === 'Shop');
    expect(created.targetUrl).toBe('https://shop.example.test');
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/projects/${created.id}/runs/`));
    const runs = await service.call('GET', `/runs?projectId=${created.id}`);
    expect(runs.body.runs[0]).toMatchObject({
      prompt: 'see "Welcome"',
      targetUrl: 'https://shop.example.test',
    });
  });

  it('says at once which sentence is not understood, and runs none until it is', async () => {
    const { page } = await open(service, { path: `/new-project?projectId=${service.projectId}` });
    const sentences = page.getByRole('textbox', { name: 'Sentences' });
    const run = page.getByRole('button', { name: 'Run it' });
    await sentences.fill('Frobnicate the gizmo with "x" quickly twice over.');
    const readings = page.getByRole('list', { name: 'How it is understood' }).getByRole('listitem');
    await readings.filter({ hasText: 'Not understood' }).waitFor();
    await expect.poll(() => run.isDisabled()).toBe(true);
    await sentences.fill('The page shows "Welcome".');
    await readings.filter({ hasText: 'Understood' }).waitFor();
    await expect.poll(() => run.isEnabled()).toBe(true);
  });

  it('says why the service refused it', async () => {
    const { page } = await open(service, { path: '/new-project' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Files');
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://files.example.test');
    await page.getByRole('button', { name: 'Create the project' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('targetUrl');
  });

  it('is explained to a project key, which can create none', async () => {
    const issued = await service.call('POST', `/projects/${service.projectId}/keys`, { name: 'CI' });
    const { page } = await open(service, { key: issued.body.key.key, path: '/new-project' });
    await page.getByRole('heading', { name: 'Only an admin key can create projects' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create the project' }).count()).toBe(0);
  });

  it('is what an admin sees first where there is no project', async () => {
    const { body } = await service.call('GET', '/projects');
    for (const { id } of body.projects) await service.call('DELETE', `/projects/${id}`);
    const { page } = await open(service);
    await page.getByRole('button', { name: 'Create the project' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/new-project');
  });
});
