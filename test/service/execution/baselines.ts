import { expect } from 'vitest';
import { eventually } from '../../support/service.js';
import { html, type RealService, serve } from './support.ts';

export const shop = (price: string, clock = '') =>
  html(
    `<h1>Shop</h1><p style="font: 16px sans-serif">Lamp ${price}</p><section aria-label="Clock" style="height:40px">${clock}</section>`,
  );

/** What it shows can be changed between two runs. */
export async function pageThatChanges(body: string): Promise<{ url: string; show(body: string): void }> {
  let shown = body;
  const { url } = await serve((_request, response) => response.end(shown));
  return {
    url,
    show(next) {
      shown = next;
    },
  };
}

/** A test alone in its group. */
export async function storedTest(service: RealService, titles: string[], targetUrl: string) {
  const { projectId } = service;
  const steps = titles.map((title) => ({ type: /^(?:See|The page)/.test(title) ? 'assert' : 'act', title }));
  const body = { projectId, title: titles.join(', '), platform: 'web', steps };
  const { id, problems } = (await service.call('POST', '/tests', body)).body.test;
  expect(problems).toEqual([]);
  const { id: groupId } = (await service.call('POST', '/groups', { projectId, name: `Group of ${id}` })).body
    .group;
  await service.call('POST', `/groups/${groupId}/tests`, { testId: id });
  const baselines = async () => (await service.call('GET', `/baselines?testId=${id}`)).body.baselines;
  return {
    id,
    baselines,
    async approveAll() {
      for (const baseline of await baselines())
        await service.call('POST', `/baselines/${baseline.id}/approve`);
    },
    async run() {
      const { runIds } = (await service.call('POST', `/groups/${groupId}/runs`, { targetUrl })).body;
      return eventualEnd(service, runIds[0]);
    },
  };
}

export async function eventualEnd(service: RealService, runId: string) {
  let run = (await service.call('GET', `/runs/${runId}`)).body;
  await eventually(async () => {
    run = (await service.call('GET', `/runs/${runId}`)).body;
    expect(run.completedAt).not.toBeNull();
  });
  return run;
}

export async function typeOf(address: string): Promise<string | null> {
  return (await fetch(address)).headers.get('content-type');
}

export async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}
