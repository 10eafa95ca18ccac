import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.js';

const open = useDashboard();

describe.skipIf(noBrowser)('the workers', () => {
  it('show what each does and what waits, and change by themselves', async () => {
    const service = await startTestService({ execution: scriptedExecution({ slots: 1 }) });
    const submit = async (prompt: string) =>
      (await service.call('POST', '/runs', { prompt, targetUrl: 'https://shop.example.test' })).body.id;
    const held = await submit('hang');
    const { page } = await open(service, { path: `/projects/${service.projectId}/workers` });
    const worker = page.getByRole('region', { name: /^Worker / });
    await worker.getByText('1 running').waitFor();
    await worker.getByText('Web: 1 slot').waitFor();
    const link = worker.getByRole('link');
    expect(await link.getAttribute('href')).toBe(`/projects/${service.projectId}/runs/${held}`);
    const web = page.getByRole('row', { name: /^Web/ });
    await expect.poll(() => web.getByRole('cell').nth(1).textContent()).toBe('0');

    const waiting = await submit('hang');
    await expect.poll(() => web.getByRole('cell').nth(1).textContent(), { timeout: 20_000 }).toBe('1');

    for (const id of [waiting, held]) await service.call('POST', `/runs/${id}/cancel`);
    await worker.getByText('Idle').waitFor();
    await expect.poll(() => link.count()).toBe(0);
  });
});
