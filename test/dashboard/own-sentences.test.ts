import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { insertPastRuns } from '../service/runs/history.js';
import { adminKey, eventually, startTestService, type TestService } from '../support/service.js';
import { gantry } from '../tools/cli/support.js';
import { noBrowser } from './support.js';

const sentences = fileURLToPath(new URL('own-sentences.yaml', import.meta.url));

it.skipIf(noBrowser)(
  'a stored group of Gantry’s own sentences walks through the dashboard and passes',
  async () => {
    const service = await startTestService({
      execution: 'real',
      settings: {
        GANTRY_BROWSER_SLOTS: '2',
        // What holds is seen at once; the time is for a machine that is busy.
        GANTRY_STEP_TIMEOUT_SECONDS: '60',
        GANTRY_ASSERT_TIMEOUT_SECONDS: '30',
      },
    });
    await fillShop(service);
    const batch = await runGroup(service, await storeSentences(service));
    expect(await findingsOf(service, batch)).toEqual([
      // It opens pages without a session, and tries a key that is none.
      'A key signs in, and signing out ends it: warning: GET /api/v1/session answered 401',
      'A key signs in, and signing out ends it: warning: POST /api/v1/session answered 401',
    ]);
    expect(batch.result).toBe('PASS');
  },
);

/** The newest project: what a browser shows first that has signed in with an admin key. */
async function fillShop(service: TestService): Promise<void> {
  const post = async (path: string, body: object) => (await service.call('POST', path, body)).body;
  const { id: projectId } = (await post('/projects', { name: 'Shop' })).project;
  await insertPastRuns({ query: service.query, projectId }, [
    ...Array.from({ length: 17 }, () => ({ title: 'Search finds shoes' })),
    { title: 'Payment is confirmed', result: 'FAILED' },
  ]);
  const { id: groupId } = (await post('/groups', { projectId, name: 'Sign-in page' })).group;
  await service.call('POST', `/groups/${groupId}/webhook`);
  const tests = {
    'The sign-in page asks for a key': 'See "API key"',
    'The sign-in page offers an account': 'See "Create an account" within 1 second',
  };
  for (const [title, sentence] of Object.entries(tests)) {
    const steps = [
      { type: 'act', title: 'Open /sign-in' },
      { type: 'assert', title: sentence },
    ];
    const { test } = await post('/tests', { projectId, platform: 'web', title, steps });
    await post(`/groups/${groupId}/tests`, { testId: test.id });
  }
  expect(await runGroup(service, groupId)).toMatchObject({ results: { PASS: 1, FAILED: 1 } });
}

/** In a project of their own, so that nothing of them is in what they look at. */
async function storeSentences(service: TestService): Promise<string> {
  const { projectId } = service;
  await service.call('PUT', `/projects/${projectId}/variables/key`, { value: adminKey, secret: true });
  const applied = await gantry(service, ['tests', 'apply', sentences, '--project', projectId]);
  expect(applied.err).toBe('');
  const { groups } = (await service.call('GET', `/groups?projectId=${projectId}`)).body;
  return groups[0].id;
}

interface EndedBatch {
  result: string;
  runs: Array<{ id: string; title: string }>;
}

async function runGroup(service: TestService, groupId: string): Promise<EndedBatch> {
  const { status, body } = await service.call('POST', `/groups/${groupId}/runs`, {
    targetUrl: service.url,
    commitSha: 'a1b2c3d',
  });
  expect(status).toBe(202);
  const read = async () => (await service.call('GET', `/batches/${body.batchId}`)).body.batch;
  await eventually(async () => expect((await read()).status).toBe('completed'));
  return read();
}

/** In the words of the runs: so that a failure says which sentence it was, and that no page has an error beside it. */
async function findingsOf(service: TestService, { runs }: EndedBatch): Promise<string[]> {
  const findings = runs.map(async ({ id, title }) => {
    const { output, error } = (await service.call('GET', `/runs/${id}`)).body;
    const found = output.issues.map(({ type, name }: Record<string, string>) => `${type}: ${name}`);
    return [...(error === null ? [] : [error.message]), ...found].map((finding) => `${title}: ${finding}`);
  });
  return (await Promise.all(findings)).flat();
}
