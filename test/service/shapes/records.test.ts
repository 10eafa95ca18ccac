import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.js';
import * as shapes from './shapes.js';

const { expectDeleted, expectList, expectMember, expectRecord } = shapes;
const unknownId = '0197f000-0000-7000-8000-000000000000';
const steps = [{ type: 'assert', title: 'See "Welcome"' }];

describe('a project', () => {
  it('is made, read, listed, changed and deleted in the documented shapes', async () => {
    const { call } = await startTestService();
    const made = await call('POST', '/projects', {
      name: 'Shop',
      url: 'https://shop.example.com',
      description: 'Where tea is sold',
    });
    expectMember(made, 201, 'project', {
      ...shapes.project,
      url: 'https://shop.example.com',
      targetUrl: 'https://shop.example.com',
      description: 'Where tea is sold',
    });
    const path = `/projects/${made.body.project.id}`;
    expectRecord(await call('GET', path), 200, { ...made.body.project, ...shapes.project });
    expectList(await call('GET', '/projects'), 'projects', shapes.project, 2);
    expectList(await call('GET', '/projects?limit=1'), 'projects', shapes.project, 1);
    const moved = await call('PATCH', path, { url: 'https://tea.example.com', description: null });
    expectMember(moved, 200, 'project', {
      ...shapes.project,
      url: 'https://tea.example.com',
      targetUrl: 'https://tea.example.com',
      description: null,
    });
    expectDeleted(await call('DELETE', path), made.body.project.id);
  });

  it('takes its address under either name, and one of them where both are given', async () => {
    const { call, projectId } = await startTestService();
    const path = `/projects/${projectId}`;
    const addressAfter = async (change: object) => {
      const { url, targetUrl } = (await call('PATCH', path, change)).body.project;
      expect(url).toBe(targetUrl);
      return url;
    };
    expect(await addressAfter({ targetUrl: 'https://a.example.com' })).toBe('https://a.example.com');
    expect(await addressAfter({ name: 'Shop' })).toBe('https://a.example.com');
    expect(await addressAfter({ url: 'https://b.example.com', targetUrl: null })).toBe(
      'https://b.example.com',
    );
    expect(await addressAfter({ url: null })).toBeNull();
    const both = { name: 'Two', url: 'https://a.example.com', targetUrl: 'https://b.example.com' };
    expect(await call('POST', '/projects', both)).toMatchObject({
      status: 400,
      body: { error: 'ValidationError', message: expect.stringContaining('url') },
    });
  });

  it('lists and revokes its keys in the documented shapes', async () => {
    const { call, projectId } = await startTestService();
    const path = `/projects/${projectId}/keys`;
    const issued = await call('POST', path, { name: 'CI' });
    expectMember(issued, 201, 'key', {
      id: expect.any(String),
      key: expect.stringMatching(/^gk_/),
      name: 'CI',
    });
    const { id } = issued.body.key;
    expectList(await call('GET', path), 'keys', { id, name: 'CI', projectId }, 1);
    expectDeleted(await call('DELETE', `${path}/${id}`), id);
  });
});

describe('an environment', () => {
  it('is made, read, listed, changed and deleted in the documented shapes', async () => {
    const { call, projectId } = await startTestService();
    const path = `/projects/${projectId}/environments`;
    const made = await call('POST', path, { name: 'Staging', url: 'https://staging.example.com' });
    expectMember(made, 201, 'environment', shapes.environment);
    const { id } = made.body.environment;
    expectRecord(await call('GET', `${path}/${id}`), 200, shapes.environment);
    expectList(await call('GET', path), 'environments', shapes.environment, 1);
    expectMember(await call('PATCH', `${path}/${id}`, { name: 'Preview' }), 200, 'environment', {
      ...shapes.environment,
      name: 'Preview',
    });
    expectDeleted(await call('DELETE', `${path}/${id}`), id);
  });
});

describe('a test', () => {
  it('is made, read, listed, changed and deleted in the documented shapes', async () => {
    const { call } = await startTestService();
    const made = await call('POST', '/tests', { title: 'Welcome', description: 'The first page', steps });
    expectMember(made, 201, 'test', {
      ...shapes.test,
      platform: 'web',
      description: 'The first page',
      steps,
    });
    const path = `/tests/${made.body.test.id}`;
    expectRecord(await call('GET', path), 200, { ...made.body.test, ...shapes.test });
    await call('POST', '/tests', { title: 'Other', steps });
    expectList(await call('GET', '/tests'), 'tests', shapes.test, 2);
    expectList(await call('GET', '/tests?limit=1'), 'tests', shapes.test, 1);
    expectMember(await call('PATCH', path, { description: null }), 200, 'test', {
      ...shapes.test,
      title: 'Welcome',
      description: null,
    });
    expectDeleted(await call('DELETE', path), made.body.test.id);
  });

  it('keeps what a change leaves out, also what a creation has a default for', async () => {
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

  it('needs a title for each step but a screenshot', async () => {
    const { call } = await startTestService();
    const withShot = { title: 'Pictures', steps: [...steps, { type: 'screenshot' }] };
    const made = await call('POST', '/tests', withShot);
    expectMember(made, 201, 'test', {
      ...shapes.test,
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

  it('is made within a group, or not at all', async () => {
    const service = await startTestService();
    const { call } = service;
    const { id: groupId } = await makeGroup(service);
    const made = await call('POST', '/tests', { title: 'Welcome', steps, groupId });
    expectMember(made, 201, 'test', shapes.test);
    await call('POST', '/tests', { title: 'Elsewhere', steps });
    const listed = await call('GET', `/tests?groupId=${groupId}`);
    expectList(listed, 'tests', { ...shapes.test, id: made.body.test.id }, 1);

    const other = (await call('POST', '/projects', { name: 'Other' })).body.project;
    for (const wrong of [{ groupId: unknownId }, { groupId: 'x' }, { groupId, projectId: other.id }]) {
      const refused = await call('POST', '/tests', { title: 'Nowhere', steps, ...wrong });
      expect(refused).toMatchObject({ status: 404, body: { error: 'NotFound' } });
    }
    // With several projects the group tells which one is meant.
    expectMember(await call('POST', '/tests', { title: 'Second', steps, groupId }), 201, 'test', shapes.test);
    expectList(await call('GET', `/tests?groupId=${groupId}`), 'tests', shapes.test, 2);
    expect((await call('GET', `/tests?groupId=${groupId}&projectId=${other.id}`)).status).toBe(404);
    expect((await call('GET', `/tests?projectId=${service.projectId}`)).body.tests).toHaveLength(3);
  });
});

describe('a group', () => {
  it('is made, read, listed, changed and deleted in the documented shapes, with the number of its tests', async () => {
    const service = await startTestService();
    const { call } = service;
    const { id } = await makeGroup(service);
    const path = `/groups/${id}`;
    const testId = (await call('POST', '/tests', { title: 'Welcome', steps })).body.test.id;

    const added = await call('POST', `${path}/tests`, { testId });
    expect([added.status, added.body]).toEqual([201, { groupId: id, testId, added: true }]);
    const again = await call('POST', `${path}/tests`, { testId });
    expect([again.status, again.body]).toEqual([200, { groupId: id, testId, added: false }]);

    expectRecord(await call('GET', path), 200, { ...shapes.group, testCount: 1 });
    expectList(await call('GET', '/groups'), 'groups', { ...shapes.group, testCount: 1 }, 1);
    expectList(
      await call('GET', `${path}/tests`),
      'tests',
      { position: 1, enabled: true, test: shapes.test },
      1,
    );
    expectMember(await call('PATCH', path, { name: 'Checkout' }), 200, 'group', {
      ...shapes.group,
      name: 'Checkout',
      testCount: 1,
    });

    const removed = await call('DELETE', `${path}/tests/${testId}`);
    expect([removed.status, removed.body]).toEqual([200, { groupId: id, testId, removed: true }]);
    expectRecord(await call('GET', path), 200, { ...shapes.group, testCount: 0 });
    expectDeleted(await call('DELETE', path), id);
  });

  it('shows the secret of its webhook once', async () => {
    const service = await startTestService();
    const { id } = await makeGroup(service);
    const made = await service.call('POST', `/groups/${id}/webhook`);
    expectMember(made, 201, 'webhook', {
      id: expect.any(String),
      secret: expect.any(String),
      url: expect.stringContaining('/api/v1/groups/webhook/'),
    });
    expectDeleted(await service.call('DELETE', `/groups/${id}/webhook`), made.body.webhook.id);
  });
});

describe('the answers that the interface fixes', () => {
  it('have the one member that it names', async () => {
    const { call, projectId, query } = await startTestService();
    const { rows } = await query(
      `insert into apps (id, project_id, platform, upload_filename, file_size, source, object_key)
       values (gen_random_uuid(), $1, 'ios', 'A.app.zip', 1, 'api_upload', 'apps/x/y') returning id`,
      [projectId],
    );
    expect(Object.keys((await call('GET', `/projects/${projectId}/mobile`)).body)).toEqual(['apps']);
    const deleted = await call('DELETE', `/projects/${projectId}/mobile/${rows[0].id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { deleted: true }]);
  });
});

async function makeGroup({ call }: TestService): Promise<{ id: string }> {
  const made = await call('POST', '/groups', { name: 'Smoke' });
  expectMember(made, 201, 'group', { ...shapes.group, testCount: 0 });
  return made.body.group;
}
