import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver as startCountingReceiver } from '../service/deliveries/support.ts';
import { listening } from '../support/listening.ts';
import { startReceiver } from '../support/receiver.mjs';
import { executionBy, onePixel, scriptedExecution } from '../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../support/service.js';
import { passedStep, someIssue } from '../support/some-run.ts';
import { noBrowser, useDashboard } from './support.js';

const openDashboard = useDashboard();

describe.skipIf(noBrowser)('the page of a run', () => {
  it('shows the verdict first, each step with its picture, and what the console said beside it', async () => {
    const service = await startTestService({ execution: executionBy(failedCheckout) });
    const run = await ended(service, { prompt: 'Check out.' });
    const { page } = await openDashboard(service, { path: pathOf(run) });
    await page.getByRole('heading', { name: '1 issue' }).waitFor();
    const issue = page.getByRole('region', { name: 'Issues' });
    for (const text of ['The total is 39.98', 'The page shows 40.00', 'Not as expected'])
      await issue.getByText(text).first().waitFor();
    const steps = page.getByRole('region', { name: 'Steps' });
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(2);
    await steps.getByText('The console says: stock is low').waitFor();
    await page.getByRole('button', { name: 'Picture of step 2' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'The screen after' }).waitFor();
    expect(page.url()).toContain('step=1');
    await expect.poll(() => dialog.locator('[data-mark]').count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('1. Open the shop').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('follows a run: its newest picture while it goes on, then its verdict, and asks for nothing else', async () => {
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const service = await startTestService({
      execution: executionBy(async (_assignment, report) => {
        report.step({ ...step, title: 'Open the shop', screenshotUrl: await report.screenshot(onePixel) });
        await held;
        report.step({ ...step, type: 'assert', title: 'See the cart' });
      }),
    });
    const { body: run } = await service.call('POST', '/runs', { prompt: 'Look.' });
    const { page, calls } = await openDashboard(service, { path: pathOf(run) });
    await page.getByRole('heading', { name: 'Now on the screen' }).waitFor();
    await page.getByRole('img', { name: 'The screen after: Open the shop' }).waitFor();
    const before = calls.length;
    goOn();
    await page.getByText('Every check held').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Now on the screen' }).count()).toBe(0);
    const looks = [`GET /runs/${run.id}`, `GET /runs/${run.id}/screen`];
    expect(calls.slice(before).filter((call) => !looks.includes(call))).toEqual([]);
  });

  it('shows the screen as it is while a step takes its time', async () => {
    const service = await startTestService({
      execution: executionBy(async (_assignment, report, signal) => {
        report.step({ ...step, title: 'Open the shop', screenshotUrl: await report.screenshot(onePixel) });
        await new Promise((resolve) => {
          report.viewers.onLook(() => report.viewers.show(oneBlackPixel));
          signal.addEventListener('abort', resolve);
        });
      }),
    });
    const { body: run } = await service.call('POST', '/runs', { prompt: 'Look.' });
    const { page, calls } = await openDashboard(service, { path: pathOf(run) });
    await page.getByRole('img', { name: 'The screen after: Open the shop' }).waitFor();
    const now = page.getByRole('img', { name: 'The screen now' });
    await now.waitFor();
    expect(await now.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Now on the screen' }).count()).toBe(0);
    const looks = () => calls.filter((call) => call === `GET /runs/${run.id}/screen`).length;
    const before = looks();
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    expect(looks()).toBe(before);
  });

  it('cancels a run, and runs it again', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { body: run } = await service.call('POST', '/runs', { prompt: 'hang' });
    const { page } = await openDashboard(service, { path: pathOf(run) });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => page.url()).not.toContain(run.id);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
  });

  it('shows every attempt to deliver the result with its answer, and delivers it again', async () => {
    let answer: 'ok' | 'fail' = 'fail';
    const receiver = await startReceiver(() => answer);
    onTestFinished(() => receiver.close());
    const service = await startTestService({ execution: scriptedExecution() });
    const run = await ended(service, { prompt: 'see a', webhookUrl: receiver.url });
    const { page } = await openDashboard(service, { path: pathOf(run) });
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByText('Not delivered').waitFor();
    await expect.poll(() => deliveries.getByRole('row').count()).toBe(5);
    answer = 'ok';
    await deliveries.getByRole('button', { name: 'Redeliver' }).click();
    await deliveries.getByText('Delivered', { exact: true }).waitFor();
    await expect.poll(() => deliveries.getByRole('row').count()).toBe(6);
  });

  it('shows whoever else has it open each attempt of a redelivery', async () => {
    let accept: () => void = () => undefined;
    const receiver = await startCountingReceiver((response, count) => {
      if (count === 3) accept = () => response.end();
      else response.writeHead(count === 2 ? 503 : 200).end();
    });
    const service = await startTestService({ execution: scriptedExecution() });
    const run = await ended(service, { prompt: 'see a', webhookUrl: receiver.url });
    const { page } = await openDashboard(service, { path: pathOf(run) });
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await page.getByRole('status').getByText('Live').waitFor();
    await expect.poll(() => deliveries.getByRole('row').count()).toBe(2);
    await service.call('POST', `/runs/${run.id}/redeliver`);
    await deliveries.getByText('Delivering').waitFor();
    await deliveries.getByText('HTTP 503').waitFor();
    await receiver.hasReceived(3);
    accept();
    await deliveries.getByText('Delivered', { exact: true }).waitFor();
    await expect.poll(() => deliveries.getByRole('row').count()).toBe(4);
  });

  it('says that there is no such run, and leads to those that there are', async () => {
    const service = await startTestService();
    const { page } = await openDashboard(service, {
      path: `/projects/${service.projectId}/runs/01970000-0000-7000-8000-000000000000`,
    });
    await page.getByText('There is no such run').waitFor();
    await page.getByRole('link', { name: 'Show the runs of this project' }).click();
    await page.getByText('No runs yet').waitFor();
  });

  it('plays the video of a run on a phone, links its log, and names the phone', async () => {
    const service = await startTestService({
      execution: executionBy(async (assignment, report, signal) => {
        report.device({ name: 'R5CT', model: 'Pixel 8', version: '15', sessionUrl: 'javascript:alert(1)' });
        await report.file('video', Buffer.from('video'));
        await report.file('log', Buffer.from('FATAL EXCEPTION'));
        await failedCheckout(assignment, report);
        signal.throwIfAborted();
      }),
    });
    const run = await ended(service, { prompt: 'Check out.' });
    expect(run).toMatchObject({ deviceModel: 'Pixel 8', deviceSessionUrl: null });
    const { page } = await openDashboard(service, { path: pathOf(run) });
    const phone = page.getByRole('region', { name: 'Phone' });
    await phone.getByText('Pixel 8, Android 15').waitFor();
    expect(await phone.getByLabel('Video of the run').getAttribute('src')).toBe(run.output.videoUrl);
    const log = await phone.getByRole('link', { name: 'Device log' }).getAttribute('href');
    expect(await (await fetch(log ?? '')).text()).toBe('FATAL EXCEPTION');
  });

  it('opens the recording of a real run in place, in one click', async () => {
    const shop = await startShop();
    const service = await startTestService({
      execution: 'real',
      settings: { GANTRY_ASSERT_TIMEOUT_SECONDS: '1' },
    });
    const run = await ended(service, { prompt: 'See "Checkout".', targetUrl: shop });
    expect(run.output.traceUrl).not.toBeNull();
    const { page } = await openDashboard(service, { path: pathOf(run) });
    await page.getByRole('button', { name: 'Open the recording' }).click();
    const viewer = page.frameLocator('iframe[title="Recording of the run"]');
    await viewer.locator('.action-title').first().waitFor();
    expect(page.url()).toContain('recording=true');
  });
});

type Report = Parameters<Parameters<typeof executionBy>[0]>[1];

async function failedCheckout(_assignment: unknown, report: Report): Promise<void> {
  report.describe({ featureName: 'Check out' });
  const screenshotUrl = await report.screenshot(onePixel);
  report.step({ ...step, title: 'Open the shop', screenshotUrl });
  report.step({
    ...step,
    type: 'assert',
    title: 'The total is 39.98',
    status: 'failed',
    error: 'It is 40.00.',
    screenshotUrl,
  });
  report.finding({
    ...finding,
    type: 'issue',
    name: 'Not as expected: the total',
    expectedBehavior: 'The total is 39.98',
    actualBehavior: 'The page shows 40.00',
    screenshotUrl,
    rect: { x: 0, y: 0, width: 1, height: 1 },
  });
  report.finding({ ...finding, type: 'warning', name: 'The console says: stock is low' });
}

/** The smallest JPEG of a browser: one black pixel. */
const oneBlackPixel = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAA',
    'AABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAA',
    'ABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAA',
    'AAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAA',
    'AAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAA',
    'AABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8',
    'MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuC',
    'guv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEB',
    'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/E',
    'ABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgAf//Z',
  ].join(''),
  'base64',
);

const step = { ...passedStep, type: 'act' } as const;

const finding = { ...someIssue, description: 'During the second step.', stepIndex: 1 } as const;

function pathOf(run: { projectId: string; id: string }): string {
  return `/projects/${run.projectId}/runs/${run.id}`;
}

/** As the service shows it when its result has been delivered too. */
async function ended(service: TestService, body: object) {
  const { id } = (await service.call('POST', '/runs', body)).body;
  await eventually(async () => {
    const { completedAt, webhookStatus } = (await service.call('GET', `/runs/${id}`)).body;
    expect({ isEnded: completedAt !== null, webhookStatus }).not.toMatchObject({ isEnded: false });
    expect(webhookStatus).not.toBe('pending');
  });
  return (await service.call('GET', `/runs/${id}`)).body;
}

async function startShop(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Shop</title><h1>Welcome</h1>');
  });
  return `${await listening(server)}/`;
}
