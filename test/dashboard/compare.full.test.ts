import { expect, it } from 'vitest';
import { makeGroup } from '../service/groups/support.js';
import { startTestService } from '../support/service.js';
import { runTest, withPictures } from './compare.ts';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();

it.skipIf(noBrowser)(
  'two runs stand side by side with their pictures, and what differs is marked',
  async () => {
    const service = await startTestService({ execution: withPictures() });
    const { groupId, testIds } = await makeGroup(service, ['web']);
    await runTest(service, { groupId, testIds }, ['open the shop', 'see a', 'see b']);
    await runTest(service, { groupId, testIds }, ['open the shop', 'log in', 'miss b']);
    const { page } = await open(service, {
      path: `/projects/${service.projectId}/builds?groupId=${groupId}`,
    });
    await page.getByRole('link', { name: 'Compare with the last passed: Test 1' }).click();
    await page.getByRole('region', { name: 'Left run' }).getByText('Passed').waitFor();
    await page.getByRole('region', { name: 'Right run' }).getByText('Failed').waitFor();
    await page.getByText('2 steps differ.').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^The screen after step/ }).count()).toBe(6);
    await page.getByLabel('Only what differs').check();
    await expect.poll(() => page.getByText('1. open the shop').count()).toBe(0);
    await page.getByText('2. log in').waitFor();
    await page.getByText('Another outcome').waitFor();
  },
);
