import { describe, expect, it } from 'vitest';
import { call, startTestService } from '../../support/service.js';
import { insertApp, makeGroup, webStep } from './support.js';

const unknownId = '0197f000-0000-7000-8000-000000000000';
// The grammar reads it: what the scripted pilot takes would be a problem of the test.
const steps = [{ type: 'assert', title: 'See "Welcome"' }];

describe('tests', () => {
  it('are stored, read, changed, listed and deleted', async () => {
    const service = await startTestService();
    const body = {
      title: 'Sign in',
      platform: 'web',
      steps: [{ type: 'act', title: 'Open /login' }, webStep],
    };
    const created = await service.call('POST', '/tests', body);
    expect(created.status).toBe(201);
    const { test } = created.body;
    expect(test).toEqual({
      ...body,
      id: expect.any(String),
      projectId: service.projectId,
      description: null,
      enabled: true,
      device: null,
      problems: expect.any(Array),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await service.call('GET', `/tests/${test.id}`)).body).toEqual(test);
    const changed = await service.call('PATCH', `/tests/${test.id}`, { enabled: false, title: 'Login' });
    expect(changed.body.test).toMatchObject({ enabled: false, title: 'Login', steps: body.steps });
    expect((await service.call('GET', '/tests')).body.tests).toHaveLength(1);
    expect((await service.call('DELETE', `/tests/${test.id}`)).body).toEqual({ deleted: true, id: test.id });
    expect((await service.call('GET', `/tests/${test.id}`)).status).toBe(404);
  });

  it('keep what a change leaves out, also what a creation has a default for', async () => {
    const { call } = await startTestService();
    const { id } = (await call('POST', '/tests', { title: 'A', platform: 'mobile', enabled: false, steps }))
      .body.test;
    expect((await call('PATCH', `/tests/${id}`, { title: 'B' })).body.test).toMatchObject({
      title: 'B',
      platform: 'mobile',
      enabled: false,
    });
    const group = (await call('POST', '/groups', { name: 'A', runMode: 'sequential' })).body.group;
    const renamed = await call('PATCH', `/groups/${group.id}`, { name: 'B' });
    expect(renamed.body.group).toMatchObject({ name: 'B', runMode: 'sequential' });
  });

  it('need a title for each step but a screenshot', async () => {
    const { call } = await startTestService();
    const withShot = { title: 'Pictures', steps: [...steps, { type: 'screenshot' }] };
    const made = await call('POST', '/tests', withShot);
    expect(made.body.test).toMatchObject({
      steps: [...steps, { type: 'screenshot', title: expect.any(String) }],
      problems: [],
    });
    expect((await call('POST', '/steps/read', { steps: withShot.steps })).body.sentences).toMatchObject([
      { understood: true },
      { understood: true },
    ]);
    for (const type of ['act', 'assert']) {
      expect(await call('POST', '/tests', { title: 'Nothing', steps: [...steps, { type }] })).toMatchObject({
        status: 400,
        body: { message: 'steps.1.title: is required' },
      });
    }
  });

  it('are made within a group, or not at all', async () => {
    const service = await startTestService();
    const { call } = service;
    const { groupId } = await makeGroup(service, []);
    const idsIn = async (query: string) =>
      (await call('GET', `/tests?${query}`)).body.tests.map(({ id }: { id: string }) => id);
    const first = (await call('POST', '/tests', { title: 'Welcome', steps, groupId })).body.test.id;
    await call('POST', '/tests', { title: 'Elsewhere', steps });
    expect(await idsIn(`groupId=${groupId}`)).toEqual([first]);

    const other = (await call('POST', '/projects', { name: 'Other' })).body.project;
    for (const wrong of [{ groupId: unknownId }, { groupId: 'x' }, { groupId, projectId: other.id }]) {
      const refused = await call('POST', '/tests', { title: 'Nowhere', steps, ...wrong });
      expect(refused).toMatchObject({ status: 404, body: { error: 'NotFound' } });
    }
    // With several projects the group tells which one is meant.
    const second = (await call('POST', '/tests', { title: 'Second', steps, groupId })).body.test.id;
    expect(await idsIn(`groupId=${groupId}`)).toEqual([second, first]);
    expect((await call('GET', `/tests?groupId=${groupId}&projectId=${other.id}`)).status).toBe(404);
    expect(await idsIn(`projectId=${service.projectId}`)).toHaveLength(3);
  });
});

describe('a group', () => {
  it('shows the number of its tests, says whether one was added or removed, and is changed and deleted', async () => {
    const service = await startTestService();
    const { call } = service;
    const { groupId } = await makeGroup(service, []);
    const path = `/groups/${groupId}`;
    const testId = (await call('POST', '/tests', { title: 'Welcome', steps })).body.test.id;
    const added = await call('POST', `${path}/tests`, { testId });
    expect([added.status, added.body]).toEqual([201, { groupId, testId, added: true }]);
    const again = await call('POST', `${path}/tests`, { testId });
    expect([again.status, again.body]).toEqual([200, { groupId, testId, added: false }]);
    expect((await call('GET', path)).body.testCount).toBe(1);
    expect((await call('GET', '/groups')).body.groups).toMatchObject([{ id: groupId, testCount: 1 }]);
    const renamed = (await call('PATCH', path, { name: 'Other' })).body.group;
    expect(renamed).toMatchObject({ name: 'Other', testCount: 1 });
    const removed = await call('DELETE', `${path}/tests/${testId}`);
    expect(removed.body).toEqual({ groupId, testId, removed: true });
    expect((await call('GET', path)).body.testCount).toBe(0);
    expect((await call('DELETE', path)).body).toEqual({ deleted: true, id: groupId });
  });
});

describe('the tests of a group', () => {
  it('are in the order that they are put in, moved in, and given as a whole', async () => {
    const service = await startTestService();
    const { groupId, testIds } = await makeGroup(service, ['web', 'web', 'web']);
    const [a = '', b = '', c = ''] = testIds;
    const order = async () =>
      (await service.call('GET', `/groups/${groupId}/tests`)).body.tests.map(
        ({ test, position }: { test: { id: string }; position: number }) => [position, test.id],
      );
    expect(await order()).toEqual([
      [1, a],
      [2, b],
      [3, c],
    ]);
    await service.call('PATCH', `/groups/${groupId}/tests/${c}`, { position: 1 });
    expect(await order()).toEqual([
      [1, c],
      [2, a],
      [3, b],
    ]);
    await service.call('PUT', `/groups/${groupId}/tests`, { testIds: [b, c] });
    expect(await order()).toEqual([
      [1, b],
      [2, c],
    ]);
    await service.call('DELETE', `/groups/${groupId}/tests/${b}`);
    await service.call('DELETE', `/tests/${c}`);
    expect(await order()).toEqual([]);
  });
});

describe('the webhook of a group', () => {
  it('is dead at once by a new secret, and can be disabled, enabled and deleted', async () => {
    const service = await startTestService();
    const { webhookUrl, groupId } = await makeGroup(service, ['web']);
    const status = async (url: string) => (await call(url, 'POST', {}, { key: null })).status;
    const { webhook } = (await service.call('POST', `/groups/${groupId}/webhook`)).body;
    expect(await status(webhookUrl)).toBe(404);
    expect(await status(webhook.url)).toBe(202);
    const { rows } = await service.query('select secret_hash from group_webhooks');
    expect(rows[0].secret_hash.includes(webhook.secret)).toBe(false);
    await service.call('PATCH', `/groups/${groupId}/webhook`, { enabled: false });
    expect(await status(webhook.url)).toBe(403);
    await service.call('PATCH', `/groups/${groupId}/webhook`, { enabled: true });
    expect(await status(webhook.url)).toBe(202);
    expect((await service.call('GET', `/groups/${groupId}/webhook`)).body.webhook).toEqual({
      id: webhook.id,
      enabled: true,
      createdAt: expect.any(String),
    });
    await service.call('DELETE', `/groups/${groupId}/webhook`);
    expect(await status(webhook.url)).toBe(404);
  });
});

describe('a call that is wrong', () => {
  it.each([
    ['no app for mobile tests', ['mobile'], {}, 400, 'mobile'],
    ['an app for web tests alone', ['web'], { mobile: { bundleId: 'com.example.app' } }, 400, 'mobile'],
    ['two selectors', ['mobile'], { mobile: { appId: 'a', bundleId: 'b' } }, 400, 'exactly one'],
    ['an unknown bundle', ['mobile'], { mobile: { bundleId: 'com.example.other' } }, 404, 'app'],
    [
      'the wrong platform',
      ['mobile', 'android'],
      { mobile: { bundleId: 'com.example.app' } },
      400,
      '"Test 2" is for android',
    ],
    ['nothing to run', [], {}, 409, 'no enabled test'],
    ['a wrong target', ['web'], { targetUrl: 'nowhere' }, 400, 'targetUrl'],
  ])('by %s starts nothing', async (_name, platforms, body, status, says) => {
    const service = await startTestService();
    const { webhookUrl } = await makeGroup(service, platforms);
    await insertApp(service);
    const answer = await call(webhookUrl, 'POST', body, { key: null });
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(says) } });
    const { rows } = await service.query(
      `select (select count(*) from runs) + (select count(*) from batches) + (select count(*) from app_holds)
         + (select count(*) from imports) + (select sum(active_runs) from projects) as made`,
    );
    expect(Number(rows[0].made)).toBe(0);
  });
});
