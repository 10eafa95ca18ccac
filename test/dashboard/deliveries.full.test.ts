import { describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { insertResult, startReceiver } from '../service/deliveries/support.ts';
import { startTestService, type TestService } from '../support/service.js';
import { noBrowser, useDashboard } from './support.ts';

const open = useDashboard();

/** Not long ago: the service removes old results, whenever it comes to it. */
const [dayBefore, yesterday] = [2, 1].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
) as [string, string];

async function openDeliveries(service: TestService, query = '', options: Parameters<typeof open>[1] = {}) {
  const path = `/projects/${service.projectId}/deliveries${query}`;
  const { page } = await open(service, { path, ...options });
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  return {
    page,
    row: (name: string) => page.getByRole('row', { name }),
  };
}

describe.skipIf(noBrowser)('the deliveries of a project', () => {
  it('are narrowed to failed ones by one click, and to a receiver by another; the address keeps both', async () => {
    const service = await startTestService();
    await insertPast(service, [
      { title: 'Checkout', status: 'failed', url: 'https://ci.example.com/hook' },
      { title: 'Search', status: 'failed', url: 'https://other.example.com:8443/hook' },
      { title: 'Login', status: 'delivered', url: 'https://ci.example.com/hook' },
    ]);
    const { page, row } = await openDeliveries(service);
    await row('Login').waitFor();
    await page.getByText('Failed', { exact: true }).click();
    await expect.poll(() => row('Login').count()).toBe(0);
    await row('Checkout').getByText('The receiver answered with status 503.').waitFor();
    await page.getByRole('link', { name: 'Show only deliveries to other.example.com:8443' }).click();
    await expect.poll(() => row('Checkout').count()).toBe(0);
    await page.reload();
    await row('Search').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
    expect(await page.getByLabel('Receiver').inputValue()).toBe('other.example.com:8443');
    await page.getByRole('button', { name: 'Show all deliveries' }).click();
    await row('Login').waitFor();
  });

  it('are narrowed to a time', async () => {
    const service = await startTestService();
    await insertPast(service, [
      { title: 'Checkout', status: 'delivered', at: `${yesterday}T12:00:00Z` },
      { title: 'Search', status: 'delivered', at: `${dayBefore}T12:00:00Z` },
    ]);
    const context = { timezoneId: 'Asia/Tokyo' };
    const { page, row } = await openDeliveries(service, '', { context });
    await row('Search').waitFor();
    await page.getByLabel('From').fill(`${yesterday}T20:59`);
    await page.getByLabel('From').press('Enter');
    await expect.poll(() => row('Search').count()).toBe(0);
    await row('Checkout').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toContain(`${yesterday}T11:59:00.000Z`);
  });

  it('are shown in pages, each with an address of its own', async () => {
    const service = await startTestService();
    const results = Array.from({ length: 51 }, (_, at) => ({
      title: `Result ${at}`,
      status: 'delivered',
      at: new Date(Date.parse(`${dayBefore}T12:00:00Z`) - at * 1_000).toISOString(),
    }));
    await insertPast(service, results);
    const { page, row } = await openDeliveries(service);
    await row('Result 49').waitFor();
    await page.getByRole('link', { name: 'Older' }).click();
    await row('Result 50').waitFor();
    await page.reload();
    await row('Result 50').waitFor();
    await page.getByRole('link', { name: 'Newest' }).click();
    await row('Result 49').waitFor();
  });

  it('change as they happen', async () => {
    const service = await startTestService();
    const receiver = await startReceiver();
    await insertPast(service, [{ title: 'Checkout', status: 'failed', url: receiver.url }]);
    const { page, row } = await openDeliveries(service);
    await page.getByRole('status').getByText('Live').waitFor();
    await row('Checkout').getByText('Not delivered').waitFor();
    await insertResult(service, receiver.url);
    await receiver.hasReceived(1);
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  it('show each attempt and each redelivery to whoever else has them open', async () => {
    const service = await startTestService();
    const receiver = await startReceiver((response, count) => {
      if (count <= 2) response.writeHead(503).end();
    });
    await insertPast(service, [
      { title: 'Checkout', status: 'failed', url: receiver.url },
      { title: 'Search', status: 'delivered', url: receiver.url },
    ]);
    const { page, row } = await openDeliveries(service);
    await page.getByRole('status').getByText('Live').waitFor();
    await row('Checkout').getByText('Not delivered').waitFor();
    const [checkout] = (await service.call('GET', `/projects/${service.projectId}/deliveries?status=failed`))
      .body.deliveries;
    await service.call('POST', `/runs/${checkout.runId}/redeliver`);
    await row('Checkout').getByText('Delivering').waitFor();
    await row('Checkout').getByRole('cell', { name: '3', exact: true }).waitFor();
    await service.call('POST', `/projects/${service.projectId}/deliveries/redeliver`, {
      from: `${dayBefore}T00:00:00Z`,
      status: 'delivered',
    });
    await row('Search').getByText('Delivering').waitFor();
  });

  it('say what to do where there are none', async () => {
    const { page } = await openDeliveries(await startTestService());
    await page.getByRole('link', { name: 'Set a default webhook' }).click();
    await page.getByLabel('Webhook URL').waitFor();
  });

  it('fit a phone, and show what came from outside as text', async () => {
    const service = await startTestService();
    const title = `<img src=x onerror=alert(1)>${'x'.repeat(200)}`;
    await insertPast(service, [{ title, status: 'failed', url: `https://${'a'.repeat(60)}.example.com/` }]);
    const context = { viewport: { width: 390, height: 800 } };
    const { page } = await openDeliveries(service, '', { context });
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe.skipIf(noBrowser)('redelivery', () => {
  it('of one result is shown in its row, also where only failed ones are listed', async () => {
    const service = await startTestService();
    const receiver = await startReceiver(() => undefined);
    await insertPast(service, [{ title: 'Checkout', status: 'failed', url: receiver.url }]);
    const { row } = await openDeliveries(service, '?status=failed');
    await row('Checkout').getByRole('button', { name: 'Redeliver' }).click();
    await row('Checkout').getByText('Delivering').waitFor();
    await receiver.hasReceived(1);
  });

  it('of all failed ones since a time names their number before, and leaves the others', async () => {
    const service = await startTestService();
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const since = `${yesterday}T12:00:00Z`;
    await insertPast(service, [
      { title: 'Checkout', status: 'failed', url: receiver.url, at: since },
      { title: 'Search', status: 'failed', url: receiver.url, at: `${yesterday}T13:00:00Z` },
      { title: 'Too old', status: 'failed', url: receiver.url, at: `${dayBefore}T12:00:00Z` },
      { title: 'Elsewhere', status: 'failed', url: other.url, at: since },
      { title: 'Login', status: 'delivered', url: receiver.url, at: since },
    ]);
    const context = { timezoneId: 'UTC' };
    const query = `?receiver=${new URL(receiver.url).host}`;
    const { page, row } = await openDeliveries(service, query, { context });
    await page.getByRole('button', { name: 'Redeliver all failed' }).click();
    await page.getByLabel('Of runs that ended since').fill(`${yesterday}T12:00`);
    await page.getByRole('button', { name: 'Redeliver 2 results' }).click();
    await page.getByText('2 results will be delivered again').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await row('Checkout').getByText('Delivered', { exact: true }).waitFor();
    await row('Search').getByText('Delivered', { exact: true }).waitFor();
    await row('Too old').getByText('Not delivered').waitFor();
    expect([receiver.received.length, other.received.length]).toEqual([2, 0]);
  });
});

interface PastResult {
  title: string;
  status: string;
  url?: string;
  at?: string;
}

/** Results whose last attempt is long over. */
async function insertPast({ query, projectId }: TestService, results: PastResult[]): Promise<void> {
  const given = results.map(
    ({ url = 'https://ci.example.com/hook', at = `${dayBefore}T12:00:00Z`, ...result }) => ({
      ...result,
      id: newId(),
      url,
      at,
      receiver: new URL(url).host,
      failure: result.status === 'failed' ? 'The receiver answered with status 503.' : null,
    }),
  );
  await query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb)
         as given (id uuid, title text, status text, at timestamptz, url text, receiver text, failure text)
     ), ran as (
       insert into runs (id, project_id, type, status, platform, prompt, webhook_url, webhook_status, created_at, completed_at)
       select id, $1, 'chat', 'completed', 'web', title, url, status, at, at from given
     ), attempted as (
       insert into delivery_attempts (run_id, number, url, started_at, duration_ms, waited_ms, status_code, failure)
       select id, 1, url, at, 10, 0, case when failure is null then 200 else 503 end, failure from given
     )
     insert into deliveries (run_id, project_id, url, receiver, status, attempts, body, created_at)
     select id, $1, url, receiver, status, 1, '{}', at from given`,
    [projectId, JSON.stringify(given)],
  );
}
