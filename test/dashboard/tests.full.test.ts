import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { startTestService, type TestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();
const start = () => startTestService({ execution: scriptedExecution() });

it.skipIf(noBrowser)('a test is written with the sentences that the service understands', async () => {
  const service = await start();
  const { page } = await open(service, { path: `/projects/${service.projectId}/tests` });
  await page.getByRole('link', { name: 'New test' }).click();
  await page.getByLabel('Title').fill('Sign in');
  await stepField(page, 1).fill('Click the "Sign in" buton');
  await page.getByText('I don\'t understand "buton". Did you mean "button"?').waitFor();
  await page.getByRole('button', { name: 'Click the "Sign in" button', exact: true }).click();
  await page.getByText('Click the button "Sign in"').waitFor();
  await stepField(page, 1).press('Enter');
  await page.keyboard.type('See "Welcome"');
  await page.getByText('The step\'s type is "act"').waitFor();
  await page.getByLabel('Type of step 2').selectOption('assert');
  await page.getByText('Check that "Welcome" is shown').waitFor();
  await page.getByRole('button', { name: 'Create the test' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  const { tests } = (await service.call('GET', `/tests?projectId=${service.projectId}`)).body;
  expect(tests).toMatchObject([
    {
      title: 'Sign in',
      platform: 'web',
      steps: [
        { type: 'act', title: 'Click the "Sign in" button' },
        { type: 'assert', title: 'See "Welcome"' },
      ],
      problems: [],
    },
  ]);
});

it.skipIf(noBrowser)(
  'the list says of each test where it runs, whether, and what is not understood',
  async () => {
    const service = await start();
    await makeTest(service, { title: 'Old', enabled: false });
    await makeTest(service, { title: 'Strange', platform: 'ios', steps: [act('Frobnicate it')] });
    const { page } = await open(service, { path: `/projects/${service.projectId}/tests` });
    await page.getByRole('row', { name: /Strange.*iOS.*1 problem/ }).waitFor();
    await page.getByRole('row', { name: /Old.*Web.*Disabled/ }).waitFor();
  },
);

it.skipIf(noBrowser)(
  'a test is run now on the environment that is chosen, and leads to its run',
  async () => {
    const service = await start();
    const id = await makeTest(service, {
      title: 'Greeting',
      steps: [{ type: 'assert', title: 'See "Welcome"' }],
    });
    const staging = { name: 'Staging', url: 'https://staging.example.test/' };
    await service.call('POST', `/projects/${service.projectId}/environments`, staging);
    const { page } = await open(service, { path: `/projects/${service.projectId}/tests/${id}` });
    await page.getByLabel('Environment').selectOption({ label: 'Staging · https://staging.example.test/' });
    await page.getByRole('button', { name: 'Run the test' }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]+$/);
    await page.getByRole('heading', { level: 1, name: 'Greeting' }).waitFor();
    const run = await service.call('GET', `/runs/${new URL(page.url()).pathname.split('/').at(-1)}`);
    expect(run.body).toMatchObject({ testId: id, batchId: null, targetUrl: staging.url });
  },
);

it.skipIf(noBrowser)('steps are moved by dragging, by buttons and by keys, and deleted', async () => {
  const service = await start();
  const id = await makeTest(service, { steps: ['A', 'B', 'C', 'D'].map((name) => act(`Click "${name}"`)) });
  const { page } = await open(service, { path: `/projects/${service.projectId}/tests/${id}` });
  await stepField(page, 1).waitFor();
  const rows = page.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem');
  await rows.nth(0).getByTitle('Drag to move').dragTo(rows.nth(2));
  await expectSteps(page, ['B', 'C', 'A', 'D']);
  await page.getByRole('button', { name: 'Move step 4 up' }).click();
  await expectSteps(page, ['B', 'C', 'D', 'A']);
  await stepField(page, 1).press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expectSteps(page, ['C', 'D', 'B', 'A']);
  await page.getByRole('button', { name: 'Delete step 2' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await titlesOf(service, id)).toEqual(['Click "C"', 'Click "B"', 'Click "A"']);
});

it.skipIf(noBrowser)('several pasted lines become several steps', async () => {
  const service = await start();
  const { page } = await open(service, { path: `/projects/${service.projectId}/tests/new` });
  await page.getByLabel('Title').fill('Pasted');
  await paste(page, '1. Open "/"\n\n- Click "Buy"\nSee "Thanks"\n');
  await page.getByText('Check that "Thanks" is shown').waitFor();
  await expect(stepField(page, 3).inputValue()).resolves.toBe('See "Thanks"');
  await page.getByRole('button', { name: 'Create the test' }).click();
  await page.getByRole('heading', { name: 'Pasted' }).waitFor();
  const { tests } = (await service.call('GET', `/tests?projectId=${service.projectId}`)).body;
  expect(tests[0].steps).toEqual([
    { type: 'act', title: 'Open "/"' },
    { type: 'act', title: 'Click "Buy"' },
    { type: 'assert', title: 'See "Thanks"' },
  ]);
});

it.skipIf(noBrowser)(
  'unsaved changes are not lost by a link, and a test is deleted only when confirmed',
  async () => {
    const service = await start();
    const id = await makeTest(service, { title: 'Kept' });
    const { page } = await open(service, { path: `/projects/${service.projectId}/tests/${id}` });
    await stepField(page, 1).fill('Click "Other"');
    await page.getByRole('link', { name: 'Runs of this test' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(stepField(page, 1).inputValue()).resolves.toBe('Click "Other"');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Delete the test' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'No tests yet' }).waitFor();
  },
);

it.skipIf(noBrowser)('what the service refuses is said in its words', async () => {
  const service = await start();
  const id = await makeTest(service, {});
  const { page } = await open(service, { path: `/projects/${service.projectId}/tests/${id}` });
  await page.getByRole('button', { name: 'Delete step 1' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText(/steps/).waitFor();
  expect(await titlesOf(service, id)).toEqual(['Click "A"']);
});

it.skipIf(noBrowser)('only the last state of a sentence is shown as it is understood', async () => {
  const service = await start();
  const { page, calls } = await open(service, { path: `/projects/${service.projectId}/tests/new` });
  await stepField(page, 1).waitFor();
  let release: () => void = () => undefined;
  const secondIsShown = new Promise<void>((resolve) => {
    release = resolve;
  });
  const firstIsAnswered = new Promise<void>((resolve) => {
    void page.route(
      '**/api/v1/steps/read',
      async (route) => {
        await secondIsShown;
        // The page has given the call up, so it may be gone.
        await route.continue().catch(() => undefined);
        resolve();
      },
      { times: 1 },
    );
  });
  await stepField(page, 1).fill('Click "First"');
  await expect.poll(() => calls.filter((call) => call === 'POST /steps/read').length).toBe(1);
  await stepField(page, 1).fill('Click "Second"');
  await page.getByText('Click "Second"').waitFor();
  release();
  await firstIsAnswered;
  await expect(page.getByText('Click "First"').count()).resolves.toBe(0);
});

function stepField(page: Page, number: number) {
  return page.getByRole('textbox', { name: `Step ${number}`, exact: true });
}

/** As the keys for it do, without the clipboard of this machine. */
async function paste(page: Page, text: string): Promise<void> {
  await stepField(page, 1).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(pasted);
  }`);
}

async function expectSteps(page: Page, names: string[]): Promise<void> {
  const fields = page.getByRole('textbox', { name: /^Step \d+$/ });
  await expect
    .poll(async () => Promise.all((await fields.all()).map((field) => field.inputValue())))
    .toEqual(names.map((name) => `Click "${name}"`));
}

const act = (title: string) => ({ type: 'act', title });

async function makeTest(service: TestService, settings: object): Promise<string> {
  const { projectId } = service;
  const test = { projectId, title: 'Test', platform: 'web', steps: [act('Click "A"')], ...settings };
  return (await service.call('POST', '/tests', test)).body.test.id;
}

async function titlesOf(service: TestService, id: string): Promise<string[]> {
  const { steps } = (await service.call('GET', `/tests/${id}`)).body;
  return steps.map(({ title }: { title: string }) => title);
}
