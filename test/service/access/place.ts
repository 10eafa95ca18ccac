import type { TestService } from '../../support/service.js';
import { stored } from '../../support/uploads.js';
import { insertApp, smallBuild } from '../groups/support.js';

/** What a project owns and a call can name. */
export type Resource = (typeof resources)[number];

const resources = [
  'project',
  'projectKey',
  'adminKey',
  'session',
  'variable',
  'environment',
  'app',
  'storedBuild',
  'test',
  'comparedTest',
  'baseline',
  'group',
  'member',
  'groupWithWebhook',
  'webhook',
  'webhookSecret',
  'run',
  'endedRun',
  'batch',
  'groupOfBatch',
] as const;

/** A project with a key of its own. What it owns is made when it is first asked for. */
export interface Place {
  projectId: string;
  key: string;
  idOf(resource: Resource): Promise<string>;
  /** The uploaded binary as a confirmation names it. */
  storedFile(): Promise<{ storageKey: string; filename: string; fileSize: number }>;
}

/** In the form of what exists, but nobody has it. */
export function unknownId(resource: Resource): string {
  const id = '0190a0a0-0000-7000-8000-000000000000';
  if (resource === 'variable') return 'nobody';
  if (resource === 'projectKey' || resource === 'adminKey') return 'nobodysKey00';
  if (resource === 'webhookSecret') return 'x'.repeat(43);
  return resource === 'storedBuild' ? `files/${id}/${id}.zip` : id;
}

export async function makePlace(service: TestService, name: string): Promise<Place> {
  const made = await create('/projects', { name }, 'project');
  const projectId = made.id;
  const own = { ...service, projectId };
  const { key } = await create(`/projects/${projectId}/keys`, {}, 'key');
  const storedFile = once(async () => {
    const { storageKey, filename, fileSize } = await stored(own, smallBuild);
    return { storageKey, filename, fileSize };
  });
  const webhook = once(async () => {
    const groupId = await makeGroup();
    const { id, secret } = await create(`/groups/${groupId}/webhook`, undefined, 'webhook');
    return { groupId, id, secret };
  });
  /** A test whose picture waits for approval. */
  const compared = once(async () => {
    const [testId, runId] = [await makeTest(), await makeRun()];
    const { rows } = await service.query(
      `with file as (
         insert into run_files (run_id, name, content_type, object_key)
         values ($3, 'candidate.png', 'image/png', 'runs/' || gen_random_uuid())
       )
       insert into baselines (id, project_id, test_id, name, width, height, browser, candidate_run_id, candidate_file, candidate_at)
       values (gen_random_uuid(), $1, $2, '1', 1280, 720, 'chromium-linux', $3, 'candidate.png', now())
       returning id`,
      [projectId, testId, runId],
    );
    return { testId, id: String(rows[0].id) };
  });
  const makers: Record<Resource, () => Promise<string>> = {
    project: async () => projectId,
    projectKey: async () => (await create(`/projects/${projectId}/keys`, {}, 'key')).id,
    adminKey: async () => (await create('/keys', {}, 'key')).id,
    session: async () => (await create('/session', { key }, 'session')).id,
    variable: async () => {
      const variable = `of_${name}`;
      await service.call('PUT', `/projects/${projectId}/variables/${variable}`, { value: name });
      return variable;
    },
    environment: async () => {
      const environment = { name: `Site of ${name}`, url: 'https://site.example.com' };
      return (await create(`/projects/${projectId}/environments`, environment, 'environment')).id;
    },
    app: () => insertApp(own),
    storedBuild: async () => (await storedFile()).storageKey,
    test: makeTest,
    comparedTest: async () => (await compared()).testId,
    baseline: async () => (await compared()).id,
    member: async () => {
      const testId = await makeTest();
      await create(`/groups/${await idOf('group')}/tests`, { testId }, 'tests');
      return testId;
    },
    group: makeGroup,
    groupWithWebhook: async () => (await webhook()).groupId,
    webhook: async () => (await webhook()).id,
    webhookSecret: async () => (await webhook()).secret,
    run: makeRun,
    endedRun: async () => {
      const run = await makeRun();
      await service.call('POST', `/runs/${run}/cancel`);
      return run;
    },
    batch: async () => {
      const mobile = { appId: await idOf('app') };
      const { body } = await service.call('POST', `/groups/${await idOf('group')}/runs`, { mobile });
      return body.batchId;
    },
    groupOfBatch: async () => {
      await idOf('batch');
      return idOf('group');
    },
  };
  const ids = Object.fromEntries(resources.map((resource) => [resource, once(makers[resource])]));
  const idOf = async (resource: Resource) => String(await ids[resource]?.());
  return { projectId, key, idOf, storedFile };

  async function makeTest(): Promise<string> {
    const test = {
      projectId,
      title: `Test of ${name}`,
      platform: 'mobile',
      steps: [{ type: 'act', title: 'x' }],
    };
    return (await create('/tests', test, 'test')).id;
  }

  async function makeGroup(): Promise<string> {
    const { id } = await create('/groups', { projectId, name: `Group of ${name}` }, 'group');
    await create(`/groups/${id}/tests`, { testId: await makeTest() }, 'tests');
    return id;
  }

  async function makeRun(): Promise<string> {
    const { body } = await service.call('POST', '/runs', { projectId, prompt: `See "${name}".` });
    return body.id;
  }

  async function create(path: string, body: unknown, member: string) {
    const answer = await service.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body[member];
  }
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
