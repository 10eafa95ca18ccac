import { describe, expect, it } from 'vitest';
import { connectHolder } from '../../support/held-rows.js';
import { startTestService } from '../../support/service.js';
import { makeGroup, webStep } from './support.js';

describe('changes of a group that meet', () => {
  it('with the deletion of another member lose only that one', async () => {
    const service = await startTestService();
    const { groupId, testIds } = await makeGroup(service, ['web', 'web']);
    const [staying, deleted] = testIds;
    const test = { projectId: service.projectId, title: 'New', steps: [webStep] };
    const added = (await service.call('POST', '/tests', test)).body.test.id;
    const holder = await connectHolder(service);
    await holder.hold('tests where id = $1', [deleted]);
    const replies = await holder.meet([
      () => service.call('DELETE', `/tests/${deleted}`),
      () => service.call('POST', `/groups/${groupId}/tests`, { testId: added, position: 1 }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 201]);
    expect(await idsOf(service, groupId)).toEqual([added, staying]);
  });

  it('with the removal of the member that they are about do not bring it back', async () => {
    const service = await startTestService();
    const { groupId, testIds } = await makeGroup(service, ['web', 'web']);
    const [removed, staying] = testIds;
    const holder = await connectHolder(service);
    await holder.hold('groups where id = $1', [groupId]);
    const [moved] = await holder.meet([
      () => service.call('PATCH', `/groups/${groupId}/tests/${removed}`, { position: 2 }),
      () => service.call('DELETE', `/groups/${groupId}/tests/${removed}`),
    ]);
    expect(moved?.body.message).toBe('There is no such test in this group.');
    expect(await idsOf(service, groupId)).toEqual([staying]);
  });

  it('say what is gone', async () => {
    const service = await startTestService();
    const { groupId, testIds } = await makeGroup(service, ['web']);
    const holder = await connectHolder(service);
    await holder.hold('groups where id = $1', [groupId]);
    const [, ...late] = await holder.meet([
      () => service.call('DELETE', `/groups/${groupId}`),
      () => service.call('PUT', `/groups/${groupId}/tests`, { testIds }),
      () => service.call('POST', `/groups/${groupId}/webhook`),
    ]);
    expect(late.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'There is no such group.'],
      [404, 'There is no such group.'],
    ]);
  });
});

it('a transaction that PostgreSQL undoes for a deadlock is done again', async () => {
  const service = await startTestService();
  const { groupId, testIds } = await makeGroup(service, ['web', 'web']);
  const [staying, removed] = testIds;
  const [gate, holder] = [await connectHolder(service), await connectHolder(service)];
  await gate.hold('tests where id = $1', [staying]);
  await holder.hold('group_tests where test_id = $1', [removed]);
  // Whoever looks for the deadlock gives way: the call, which needs the member when the holder waits for the group already.
  await holder.query("set local deadlock_timeout = '1min'");
  let hasGroup = false;
  const [reply] = await gate.meet([
    () => service.call('PUT', `/groups/${groupId}/tests`, { testIds: [staying] }),
    async () => {
      await holder.query(`select from groups where id = '${groupId}' for update`);
      hasGroup = true;
      await holder.query('commit');
      return { status: 200 };
    },
  ]);
  expect(hasGroup).toBe(true);
  expect(reply?.status).toBe(200);
  expect(await idsOf(service, groupId)).toEqual([staying]);
});

async function idsOf(
  service: {
    call(method: string, path: string): Promise<{ body: { tests: Array<{ test: { id: string } }> } }>;
  },
  groupId: string,
): Promise<string[]> {
  const { body } = await service.call('GET', `/groups/${groupId}/tests`);
  return body.tests.map(({ test }) => test.id);
}
