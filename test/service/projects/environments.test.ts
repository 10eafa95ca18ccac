import { describe, expect, it } from 'vitest';
import { type Answer, call, startTestService, type TestService } from '../../support/service.js';
import { makeGroup } from '../groups/support.js';

const staging = { name: 'Staging', url: 'https://staging.example.com/shop' };
const production = { name: 'production', url: 'https://shop.example.com/' };

describe('an environment of a project', () => {
  it('is added, read, listed by name, changed and deleted', async () => {
    const { call, path } = await openProject();
    const added = await call('POST', path, staging);
    expect(added).toMatchObject({ status: 201, body: { environment: staging } });
    const { id } = added.body.environment;
    expect(added.body.environment).toEqual({
      ...staging,
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call('GET', `${path}/${id}`)).body).toEqual(added.body.environment);
    await call('POST', path, production);
    expect((await call('GET', path)).body.environments).toMatchObject([production, staging]);
    const moved = { url: 'https://staging-2.example.com' };
    expect((await call('PATCH', `${path}/${id}`, { ...moved, name: null })).body.environment).toMatchObject({
      id,
      name: 'Staging',
      ...moved,
    });
    // Its own name in another case is no other one's.
    expect((await call('PATCH', `${path}/${id}`, { name: 'STAGING' })).body.environment).toMatchObject({
      name: 'STAGING',
      ...moved,
    });
    expect((await call('DELETE', `${path}/${id}`)).body).toEqual({ deleted: true, id });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(method, `${path}/${id}`, method === 'PATCH' ? moved : undefined)).status).toBe(404);
  });

  it('has a name that no other one of its project has, in any case, however many calls ask for it at once', async () => {
    const { call, path } = await openProject();
    const names = ['Staging', 'staging', 'STAGING', 'Staging'];
    const added = await Promise.all(names.map((name) => call('POST', path, { ...staging, name })));
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const other = (await call('POST', path, production)).body.environment;
    expect(await call('PATCH', `${path}/${other.id}`, { name: 'sTaging' })).toMatchObject({
      status: 409,
      body: {
        error: 'Conflict',
        message: expect.stringMatching(/^name: .*an environment "staging" already/i),
      },
    });
    const elsewhere = (await call('POST', '/projects', { name: 'Other' })).body.project.id;
    expect((await call('POST', `/projects/${elsewhere}/environments`, staging)).status).toBe(201);
  });

  it('is one of at most 50', async () => {
    const { call, path, query, projectId } = await openProject();
    await query(
      `insert into environments (id, project_id, name, url)
       select gen_random_uuid(), $1, 'e' || n, 'https://example.com' from generate_series(1, 50) as n`,
      [projectId],
    );
    expect(await call('POST', path, staging)).toMatchObject({ status: 409, body: { error: 'Conflict' } });
    const { id } = (await call('GET', path)).body.environments[0];
    expect((await call('PATCH', `${path}/${id}`, staging)).status).toBe(200);
  });
});

describe('a call that names an environment', () => {
  type Ask = (scene: Scene, body: object, headers?: Record<string, string>) => Promise<Answer>;
  const withKey: Array<[string, Ask]> = [
    [
      'POST /runs',
      ({ service }, body, headers = {}) =>
        service.call(
          'POST',
          '/runs',
          { ...body, projectId: service.projectId, prompt: 'see a' },
          { headers },
        ),
    ],
    [
      'POST /groups/{id}/runs',
      ({ service, groupId }, body, headers = {}) =>
        service.call('POST', `/groups/${groupId}/runs`, body, { headers }),
    ],
  ];
  const keyless: [string, Ask] = [
    'the webhook of a group',
    ({ webhookUrl }, body, headers = {}) => call(webhookUrl, 'POST', body, { key: null, headers }),
  ];
  const ways = [...withKey, keyless];

  it.each(ways)('by %s tests its address, by name in any case or by id', async (_way, ask) => {
    const scene = await openScene();
    for (const named of [
      { environment: 'Staging' },
      { environment: 'STAGING', targetUrl: null },
      { projectEnvironmentId: scene.stagingId, environment: null },
    ])
      expect(await targetOf(scene, await ask(scene, named))).toBe(staging.url);
    expect(await targetOf(scene, await ask(scene, {}))).toBe('https://default.example.com/');
  });

  it.each(ways)('by %s names one target at most', async (_way, ask) => {
    const scene = await openScene();
    const { stagingId: projectEnvironmentId } = scene;
    const { name: environment, url: targetUrl } = staging;
    for (const body of [
      { environment, projectEnvironmentId },
      { environment, targetUrl },
      { projectEnvironmentId, targetUrl },
    ])
      expect(await ask(scene, body)).toMatchObject({
        status: 400,
        body: {
          message: 'environment: give only one of targetUrl, environment and projectEnvironmentId',
        },
      });
  });

  it.each(ways)('by %s starts nothing where there is no such one', async (_way, ask) => {
    const scene = await openScene();
    const { call: admin } = scene.service;
    const other = (await admin('POST', '/projects', { name: 'Other' })).body.project.id;
    const foreign = (await admin('POST', `/projects/${other}/environments`, { ...staging, name: 'Foreign' }))
      .body.environment;
    const answers = [
      await ask(scene, { environment: 'Foreign' }, { 'idempotency-key': 'k' }),
      await ask(scene, { projectEnvironmentId: foreign.id }),
    ];
    const told = ask === keyless[1] ? '' : ' The project has "production", "Staging".';
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([404, `There is no such environment.${told}`]);
    expect((await ask(scene, { projectEnvironmentId: 'staging' })).status).toBe(404);
    expect((await scene.service.query('select count(*)::int as count from runs')).rows).toEqual([
      { count: 0 },
    ]);
    // The key of a refused call is free.
    expect((await ask(scene, {}, { 'idempotency-key': 'k' })).status).toBe(202);
  });

  it.each(ways)(
    'by %s takes its address once: what was started keeps it, also for who repeats the call',
    async (_way, ask) => {
      const scene = await openScene();
      const { service, stagingId } = scene;
      const repeat = { 'idempotency-key': 'k' };
      const first = await ask(scene, { environment: 'Staging' }, repeat);
      const path = `/projects/${service.projectId}/environments/${stagingId}`;
      await service.call('PATCH', path, { url: 'https://moved.example.com/' });
      expect(idsOf(await ask(scene, { environment: 'Staging' }, repeat))).toEqual(idsOf(first));
      expect((await ask(scene, { projectEnvironmentId: stagingId }, repeat)).status).toBe(409);
      expect(await targetOf(scene, await ask(scene, { environment: 'Staging' }))).toBe(
        'https://moved.example.com/',
      );
      await service.call('DELETE', path);
      expect(await targetOf(scene, first)).toBe(staging.url);
      expect(idsOf(await ask(scene, { environment: 'Staging' }, repeat))).toEqual(idsOf(first));
    },
  );

  it('without a key may go where any address on its host may, and is as free as at the own target', async () => {
    const scene = await openScene();
    const [, ask] = keyless;
    expect(await targetOf(scene, await ask(scene, { targetUrl: 'http://staging.example.com/other' }))).toBe(
      'http://staging.example.com/other',
    );
    expect((await ask(scene, { targetUrl: 'https://staging.example.com:8443/' })).status).toBe(403);
    const refused = await ask(scene, { targetUrl: 'https://evil.example/' });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('one of its environments') },
    });
    expect(refused.body.message).not.toContain('staging');
    // Where the browser may go beside its first host is held only where the caller has chosen the page.
    for (const [body, confinedTo] of [
      [
        { targetUrl: 'https://staging.example.com/other' },
        ['staging.example.com:80', 'staging.example.com:443'],
      ],
      [{ targetUrl: staging.url }, null],
      [{ environment: 'Staging' }, null],
      [{ projectEnvironmentId: scene.stagingId }, null],
    ] as const) {
      const { runIds } = (await ask(scene, body)).body;
      const { rows } = await scene.service.query('select confined_to from runs where id = $1', [runIds[0]]);
      expect(rows).toEqual([{ confined_to: confinedTo }]);
    }
    await scene.service.call(
      'DELETE',
      `/projects/${scene.service.projectId}/environments/${scene.stagingId}`,
    );
    expect((await ask(scene, { targetUrl: 'https://staging.example.com/other' })).status).toBe(403);
  });
});

interface Scene {
  service: TestService;
  groupId: string;
  webhookUrl: string;
  stagingId: string;
}

/** A project with a target and two environments, and a group of one web test. */
async function openScene(): Promise<Scene> {
  const service = await startTestService();
  const { call: admin, projectId } = service;
  await admin('PATCH', `/projects/${projectId}`, { targetUrl: 'https://default.example.com/' });
  const path = `/projects/${projectId}/environments`;
  const { id: stagingId } = (await admin('POST', path, staging)).body.environment;
  await admin('POST', path, production);
  const { groupId, webhookUrl } = await makeGroup(service, ['web']);
  return { service, groupId, webhookUrl, stagingId };
}

async function openProject() {
  const service = await startTestService();
  return { ...service, path: `/projects/${service.projectId}/environments` };
}

/** Of one run, or of a batch of one. */
function idsOf({ status, body }: Answer): string[] {
  expect([status, body.message]).toEqual([202, undefined]);
  return body.runIds ?? [body.id];
}

async function targetOf({ service }: Scene, answer: Answer): Promise<string | null> {
  return (await service.call('GET', `/runs/${idsOf(answer)[0]}`)).body.targetUrl;
}
