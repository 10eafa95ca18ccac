import { describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { insertPastRuns } from '../service/runs/history.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.js';

const openDashboard = useDashboard();

describe.skipIf(noBrowser)('the overview', () => {
  it('shows the pass rate, what failed last, and the slowest and most unstable tests of a chosen time', async () => {
    const service = await startTestService();
    const testId = newId();
    const at = (hoursAgo: number, seconds = 0) =>
      new Date(Date.now() - hoursAgo * 3_600_000 + seconds * 1_000).toISOString();
    await insertPastRuns(
      service,
      ['PASS', 'FAILED', 'PASS', 'FAILED'].map((result, index) => ({
        testId,
        title: 'Check out',
        result,
        createdAt: at(60 - index),
        startedAt: at(60 - index),
        completedAt: at(60 - index, 90),
      })),
    );
    const { page } = await openDashboard(service);
    await page.getByText('50 %').waitFor();
    await page.getByText('4 verdicts').waitFor();
    for (const heading of ['Verdicts', 'Duration', 'Running and queued', 'Failed last'])
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.getByRole('row', { name: 'Check out 1 min 30 s 4' }).waitFor();
    await page.getByRole('row', { name: 'Check out 3 2 of 4' }).waitFor();
    await page.getByText('24 h').click();
    await page.getByText('0 verdicts').waitFor();
    expect(page.url()).toContain('days=1');
  });

  it('counts a run when it ends', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { page } = await openDashboard(service);
    await page.getByText('0 verdicts').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await service.call('POST', '/runs', { prompt: 'see a' });
    await page.getByText('1 verdict', { exact: true }).waitFor();
    await service.call('POST', '/runs', { prompt: 'miss b' });
    await page.getByText('2 verdicts').waitFor();
    await page.getByRole('link', { name: 'Scripted' }).first().waitFor();
  });

  it('draws its charts in a browser whose language is no language tag, as without a locale', async () => {
    const { page } = await openDashboard(await startTestService());
    await page.addInitScript(
      "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Verdicts', exact: true }).waitFor();
  });
});
