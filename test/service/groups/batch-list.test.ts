import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { apiOnly, eventually, startTestService, type TestService } from '../../support/service.js';
import { insertApp, makeGroup } from './support.js';

describe('the list of batches', () => {
  it('shows each as it is shown alone, newest first, in pages without a gap or a repetition', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { groupId } = await makeGroup(service, ['web', 'web']);
    const started: string[] = [];
    for (const commitSha of ['a', 'b', 'c', 'd', 'e']) {
      const { body } = await service.call('POST', `/groups/${groupId}/runs`, { commitSha });
      started.unshift(body.batchId);
    }
    await eventually(async () => {
      const { batches } = (await list(service)).body;
      expect(batches.map(({ result }: { result: string }) => result)).toEqual(started.map(() => 'PASS'));
    });
    const walked: unknown[] = [];
    let path = '?limit=2';
    for (;;) {
      const { body, headers } = await list(service, path);
      walked.push(...body.batches);
      if (body.nextCursor === null) break;
      expect(headers.get('link')).toContain(`cursor=${body.nextCursor}>; rel="next"`);
      path = `?limit=2&cursor=${body.nextCursor}`;
    }
    const alone = started.map(async (id) => (await service.call('GET', `/batches/${id}`)).body.batch);
    expect(walked).toEqual(await Promise.all(alone));
  });

  it('keeps the verdict of a run that a worker of an earlier version has ended', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const { groupId } = await makeGroup(service, ['web']);
    const { body: started } = await service.call('POST', `/groups/${groupId}/runs`, {});
    const batch = async () => (await service.call('GET', `/batches/${started.batchId}`)).body.batch;
    await eventually(async () => expect(await batch()).toMatchObject({ result: 'PASS' }));
    // That version knows the output alone.
    await service.query('update runs set result = null');
    expect(await batch()).toMatchObject({ result: 'PASS', runs: [{ result: 'PASS' }] });
    const { runs } = (await service.call('GET', `/projects/${service.projectId}/runs`)).body;
    expect(runs).toMatchObject([{ result: 'PASS' }]);
  });

  it('is narrowed to a project and a group, and shows a project key its own project alone', async () => {
    const service = await startTestService({ settings: apiOnly });
    const other = (await service.call('POST', '/projects', { name: 'Other' })).body.project.id;
    const [one, two] = [await makeGroup(service, ['web']), await makeGroup(service, ['web'])];
    const foreign = await makeGroup({ ...service, projectId: other }, ['web']);
    const ids: string[] = [];
    for (const { groupId } of [one, two, foreign]) {
      ids.push((await service.call('POST', `/groups/${groupId}/runs`)).body.batchId);
    }
    const found = async (query: string, key?: string) =>
      (await list(service, query, key)).body.batches.map(({ id }: { id: string }) => id);
    expect(await found('')).toEqual(ids.toReversed());
    expect(await found(`?projectId=${service.projectId}`)).toEqual([ids[1], ids[0]]);
    expect(await found(`?groupId=${one.groupId}`)).toEqual([ids[0]]);
    expect(await found(`?groupId=${one.groupId}&projectId=${other}`)).toEqual([]);
    expect(await found(`?groupId=${newId()}`)).toEqual([]);
    const { key } = (await service.call('POST', `/projects/${other}/keys`)).body.key;
    expect(await found('', key)).toEqual([ids[2]]);
    expect(await found(`?groupId=${one.groupId}`, key)).toEqual([]);
    expect((await list(service, `?projectId=${service.projectId}`, key)).status).toBe(404);
    // A project with unfinished runs is not deleted.
    await service.call('POST', `/batches/${ids[2]}/cancel`);
    expect((await service.call('DELETE', `/projects/${other}`)).status).toBe(200);
    expect(await found('')).toEqual([ids[1], ids[0]]);
  });

  it('shows how far the artifact of each is fetched, and on which app it runs', async () => {
    const service = await startTestService({ settings: apiOnly });
    const { groupId } = await makeGroup(service, ['ios']);
    const appId = await insertApp(service);
    for (const mobile of [{ appId }, { artifactUrl: 'http://127.0.0.1:9/Shop.app.zip' }]) {
      await service.call('POST', `/groups/${groupId}/runs`, { mobile });
    }
    expect((await list(service)).body.batches).toMatchObject([
      { appId: null, status: 'importing', import: { status: 'queued', bytesRead: 0, bytesTotal: null } },
      { appId, status: 'queued', import: null },
    ]);
  });
});

function list({ call }: TestService, query = '', key?: string) {
  return call('GET', `/batches${query}`, undefined, key === undefined ? {} : { key });
}
