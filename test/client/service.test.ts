import { describe, expect, it } from 'vitest';
import {
  createClient,
  type GantryEvent,
  pages,
  type Run,
  records,
  UnreachableError,
  waitForBatch,
  waitForRun,
} from '../../src/client/index.ts';
import { makeGroup } from '../service/groups/support.js';
import { heldExecution } from '../support/held-execution.ts';
import { adminKey, eventually } from '../support/service.js';
import { openPlace } from './service.ts';

describe('the client on a real service', () => {
  it('submits once, although the answer was lost on the way', async () => {
    const { service, way, client, retries } = await openPlace();
    way.loseAnswerTo('POST /api/v1/runs');
    const run = await client.call('submitRun', { body: { prompt: 'see a' } });
    expect(retries).toMatchObject([{ what: 'submitRun', error: expect.any(UnreachableError) }]);
    const { rows } = await service.query('select id from runs');
    expect(rows).toEqual([{ id: run.id }]);
  });

  it('lists page after page and record after record, each once and in order', async () => {
    const { service, client } = await openPlace();
    for (let at = 0; at < 7; at += 1) {
      await service.call('POST', '/groups', { projectId: service.projectId, name: `Group ${at}` });
    }
    const sizes: number[] = [];
    for await (const page of pages(client, 'listGroups', { query: { limit: 3 } })) {
      sizes.push(page.groups.length);
    }
    expect(sizes).toEqual([3, 3, 1]);
    const names: string[] = [];
    for await (const { name } of records(client, 'listGroups', { query: { limit: 2 } })) names.push(name);
    expect(names.toSorted()).toEqual(Array.from({ length: 7 }, (_, at) => `Group ${at}`));
    expect(new Set(names).size).toBe(7);
    for await (const run of records(client, 'listRuns')) expect.fail(`there is a run ${run.id}`);
  });

  it('follows events without a gap or a repetition while connections break', async () => {
    const { way, client } = await openPlace();
    const got: GantryEvent[] = [];
    const stop = new AbortController();
    let following = Promise.resolve();
    await new Promise<void>((onOpen) => {
      following = (async () => {
        for await (const event of client.events({ signal: stop.signal, onOpen })) got.push(event);
      })();
    });
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      ids.push((await client.call('submitRun', { body: { prompt: 'see a' } })).id);
      await eventually(async () => expect(endsOf(got)).toHaveLength(ids.length));
      way.cut();
      ids.push((await client.call('submitRun', { body: { prompt: 'see b' } })).id);
    }
    await eventually(async () => expect(endsOf(got)).toHaveLength(ids.length));
    stop.abort();
    await following;
    expect(endsOf(got).toSorted()).toEqual(ids.toSorted());
    expect(new Set(got.map(({ id }) => id)).size).toBe(got.length);
    const [, , third] = got;
    const again: GantryEvent[] = [];
    for await (const event of client.events({ lastEventId: third?.id })) {
      if (again.push(event) === got.length - 3) break;
    }
    expect(again).toEqual(got.slice(3));
  });

  it('waits for a run, shows its steps as they come, and lives through an outage', async () => {
    const { execution, release } = heldExecution();
    const { way, client } = await openPlace(execution);
    const { id } = await client.call('submitRun', { body: { prompt: 'see a\nshot\nmiss b' } });
    const seen: Run[] = [];
    const waiting = waitForRun(client, id, { onChange: (run) => seen.push(run) });
    await eventually(async () => expect(seen.at(-1)?.output.steps).toHaveLength(1));
    way.close();
    release();
    setTimeout(way.open, 2_000);
    const run = await waiting;
    expect(run).toMatchObject({ id, status: 'completed', output: { result: 'FAILED' } });
    expect(run.output.steps).toHaveLength(2);
    expect(seen.at(-1)).toEqual(run);
    expect(seen[0]?.completedAt).toBeNull();
    expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBe(seen.length);
    // One that has ended needs no waiting.
    expect(await waitForRun(client, id)).toEqual(run);
  });

  it('waits for a batch', async () => {
    const { service, client } = await openPlace();
    const { groupId } = await makeGroup(service, ['web', 'web']);
    const { batchId } = await client.call('triggerGroup', { path: { id: groupId } });
    const counts: number[] = [];
    const batch = await waitForBatch(client, batchId, {
      onChange: ({ counts: { completed } }) => counts.push(completed),
    });
    expect(batch).toMatchObject({ id: batchId, status: 'completed', result: 'PASS' });
    expect(counts.at(-1)).toBe(2);
    expect(await client.call('getBatchAsJUnit', { path: { id: batchId } })).toContain('<testsuite');
  });

  it('says so when what it waits for is not there, when it may not follow events, and when the service stays away for too long', async () => {
    const { service, way, client } = await openPlace();
    const nobody = '0190a0a0-0000-7000-8000-000000000000';
    await expect(waitForRun(client, nobody)).rejects.toMatchObject({ status: 404 });
    const stranger = createClient({ url: way.url, apiKey: 'gk_no_body' });
    await expect(stranger.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 401 });
    const { id } = await client.call('submitRun', { body: { prompt: 'hang' } });
    const onChange = () => way.close();
    const impatient = createClient({ url: way.url, apiKey: adminKey, retries: 0 });
    await expect(waitForRun(impatient, id, { onChange, outageMs: 300 })).rejects.toBeInstanceOf(
      UnreachableError,
    );
    await service.call('POST', `/runs/${id}/cancel`);
  });
});

function endsOf(events: GantryEvent[]): string[] {
  return events.filter(({ type }) => type === 'run.completed').map(({ data }) => data.id);
}
