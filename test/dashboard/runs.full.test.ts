import { describe, expect, it } from 'vitest';
import { insertPastRuns } from '../service/runs/history.js';
import { executionBy, scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService, type TestService } from '../support/service.js';
import { passedStep } from '../support/some-run.ts';
import { noBrowser, useDashboard } from './support.js';

const openDashboard = useDashboard();
const runsOf = ({ projectId }: TestService) => `/projects/${projectId}/runs`;

describe.skipIf(noBrowser)('the list of runs', () => {
  it('narrows to the failed ones in one click, searches, and keeps all of it in the address', async () => {
    const service = await startTestService();
    await insertPastRuns(service, [
      { title: 'Check out', result: 'FAILED' },
      { title: 'Sign in', result: 'PASS' },
      { title: 'Search', status: 'failed', result: null, errorCode: 'NO_DEVICE' },
    ]);
    const { page } = await openDashboard(service, { path: runsOf(service) });
    const titles = () => page.locator('tbody a').allTextContents();
    await expect.poll(titles).toHaveLength(3);
    await page.getByText('Failed', { exact: true }).first().click();
    await expect.poll(async () => (await titles()).sort()).toEqual(['Check out', 'Search']);
    expect(page.url()).toContain('?outcome=failed');
    await page.getByLabel('Search runs').pressSequentially('check', { delay: 120 });
    await expect.poll(titles).toEqual(['Check out']);
    await expect.poll(() => page.url()).toContain('search=check');
    await page.reload();
    await expect.poll(titles).toEqual(['Check out']);
    await page.getByLabel('Search runs').fill('nothing like this');
    await page.getByText('No run fits these filters').waitFor();
    await page.getByRole('button', { name: 'Show all runs' }).first().click();
    await expect.poll(titles).toHaveLength(3);
    await expect.poll(() => page.getByLabel('Search runs').inputValue()).toBe('');
  });

  it('shows each change of a run as it happens, and asks for nothing but the list', async () => {
    let pass: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const service = await startTestService({
      execution: executionBy(async (_assignment, report) => {
        await held;
        report.step({ ...passedStep, title: 'See "Welcome"' });
      }),
    });
    const { page, calls } = await openDashboard(service, { path: runsOf(service) });
    await page.getByText('No runs yet').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await service.call('POST', '/runs', { prompt: 'See "Welcome".' });
    await page.getByText('Running', { exact: true }).waitFor();
    const before = calls.length;
    await service.call('POST', '/runs', { prompt: 'See "Goodbye".' });
    await expect.poll(() => page.getByText('Running', { exact: true }).count()).toBe(2);
    pass();
    await expect.poll(() => page.getByRole('row', { name: /Passed/ }).count()).toBe(2);
    expect(calls.slice(before).filter((call) => !call.startsWith(`GET ${runsOf(service)}?`))).toEqual([]);
  });

  it('brings older runs when its end comes into sight, and draws only what can be seen', async () => {
    const service = await startTestService();
    await insertPastRuns(
      service,
      Array.from({ length: 180 }, (_, at) => ({
        title: `Test ${180 - at}`,
        createdAt: new Date(Date.UTC(2026, 4, 1) - at * 60_000).toISOString(),
      })),
    );
    const { page } = await openDashboard(service, { path: runsOf(service) });
    await page.getByRole('link', { name: 'Test 180', exact: true }).waitFor();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000);
        return page.getByRole('link', { name: 'Test 1', exact: true }).count();
      })
      .toBe(1);
    expect(await page.locator('tbody a').count()).toBeLessThan(60);
  });

  it('leads to a run by keyboard alone', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    await insertPastRuns(service, [{ title: 'Check out', result: 'FAILED' }]);
    const { page } = await openDashboard(service, { path: runsOf(service) });
    await page.getByRole('link', { name: 'Check out' }).waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement?.textContent')) === 'Check out') break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check out' }).waitFor();
  });
});
