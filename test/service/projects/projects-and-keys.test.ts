import { describe, expect, it } from 'vitest';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';
import { builds, confirm, stored, uploaded } from '../../support/uploads.js';

describe('projects', () => {
  it('are created, read, listed newest first, changed and deleted', async () => {
    const service = await startTestService();
    const created = await service.call('POST', '/projects', {
      name: 'Shop',
      webhookUrl: 'https://ci.example.test/hook',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { project: { name: 'Shop', webhookUrl: 'https://ci.example.test/hook', targetUrl: null } },
    });
    const { id } = created.body.project;
    expect((await service.call('GET', `/projects/${id}`)).body).toMatchObject(created.body.project);
    const names = (await service.call('GET', '/projects')).body.projects.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(['Shop', 'Default']);
    const changed = await service.call('PATCH', `/projects/${id}`, {
      targetUrl: 'http://shop.example.test',
      webhookUrl: null,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { project: { name: 'Shop', webhookUrl: null, targetUrl: 'http://shop.example.test' } },
    });
    expect(await service.call('DELETE', `/projects/${id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/mobile'],
      ['GET', '/keys'],
    ] as const) {
      expect(
        (await service.call(method, `/projects/${id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404);
    }
  });

  it('take their address under either name, and one of them where both are given', async () => {
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

  it('take their keys and apps with them when they are deleted', async () => {
    const service = await startTestService();
    const app = await uploaded(service, builds.ios);
    const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`)).body.key;
    await service.call('DELETE', `/projects/${service.projectId}`);
    const withKey = await service.call('GET', `/projects/${service.projectId}/mobile`, undefined, { key });
    expect(withKey.status).toBe(401);
    expect((await service.call('DELETE', `/projects/${service.projectId}/mobile/${app.id}`)).status).toBe(
      404,
    );
    await expect.poll(async () => (await service.query('select from projects')).rowCount).toBe(0);
    expect((await service.query('select from apps')).rowCount).toBe(0);
    expect((await service.query('select from api_keys where project_id is not null')).rowCount).toBe(0);
  });

  it('hide what is in them at once when they are deleted, also while no sweep runs', async () => {
    const service = await startTestService({ settings: apiOnly });
    const ticket = await stored(service, builds.ios);
    const { app } = (await confirm(service, ticket)).body;
    await service.call('DELETE', `/projects/${service.projectId}`);
    expect((await service.query('select from apps')).rowCount).toBe(1);
    expect((await service.call('GET', `/projects/${service.projectId}/mobile`)).status).toBe(404);
    expect((await service.call('DELETE', `/projects/${service.projectId}/mobile/${app.id}`)).status).toBe(
      404,
    );
    expect((await confirm(service, ticket)).status).toBe(404);
  });

  it('are listed page by page without a gap or a repetition', async () => {
    const service = await startTestService();
    for (let i = 0; i < 7; i += 1) await service.call('POST', '/projects', { name: `P${i}` });
    expect(await walk(service, '/projects?limit=3', 'projects')).toEqual([
      'P6',
      'P5',
      'P4',
      'P3',
      'P2',
      'P1',
      'P0',
      'Default',
    ]);
  });
});

describe('keys', () => {
  it('are shown once, listed by their public part, and dead as soon as they are revoked', async () => {
    const service = await startTestService();
    const issued = await service.call('POST', `/projects/${service.projectId}/keys`, { name: 'ci' });
    expect(issued.status).toBe(201);
    const { key, ...shown } = issued.body.key;
    expect(key).toMatch(/^gk_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}$/);
    expect(shown).toEqual({
      id: key.split('_')[1],
      kind: 'project',
      projectId: service.projectId,
      name: 'ci',
      createdAt: expect.any(String),
      revokedAt: null,
      sessions: [],
    });
    const listed = await service.call('GET', `/projects/${service.projectId}/keys`);
    expect(listed.body).toEqual({ keys: [shown], nextCursor: null });
    expect((await service.call('DELETE', `/projects/${service.projectId}/keys/${shown.id}`)).body).toEqual({
      deleted: true,
      id: shown.id,
    });
    expect(
      (await service.call('GET', `/projects/${service.projectId}/mobile`, undefined, { key })).status,
    ).toBe(401);
    const after = await service.call('GET', `/projects/${service.projectId}/keys`);
    expect(after.body.keys[0].revokedAt).toEqual(expect.any(String));
    const stored = await service.query('select * from api_keys');
    expect(JSON.stringify(stored.rows)).not.toContain(key.split('_')[2]);
  });

  it('for admins are issued, listed and revoked, but the last one stays', async () => {
    const service = await startTestService();
    const issued = (await service.call('POST', '/keys', { name: 'second' })).body.key;
    expect(issued).toMatchObject({ kind: 'admin', projectId: null, name: 'second' });
    const listed = (await service.call('GET', '/keys')).body.keys.map(({ id }: { id: string }) => id);
    expect(listed).toEqual([issued.id, 'tests']);
    const ofProject = (await service.call('POST', `/projects/${service.projectId}/keys`)).body.key.id;
    expect((await service.call('DELETE', `/keys/${ofProject}`)).status).toBe(404);
    expect((await service.call('DELETE', '/keys/tests', undefined, { key: issued.key })).status).toBe(200);
    expect((await service.call('GET', '/projects')).status).toBe(401);
    expect(await service.call('DELETE', `/keys/${issued.id}`, undefined, { key: issued.key })).toMatchObject({
      status: 409,
      body: { error: 'Conflict' },
    });
  });
});

async function walk(service: TestService, firstPath: string, member: string): Promise<string[]> {
  const names: string[] = [];
  for (let path: string | undefined = firstPath; path !== undefined; ) {
    const { headers, body } = await service.call('GET', path);
    names.push(...body[member].map(({ name }: { name: string }) => name));
    const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    path = next?.slice(`${service.url}/api/v1`.length);
  }
  return names;
}
