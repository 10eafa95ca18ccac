import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { insertPastRuns } from '../service/runs/history.js';
import { adminKey, eventually, startTestService, type TestService } from '../support/service.js';
import { gantry } from '../tools/cli/support.js';

const sentences = fileURLToPath(new URL('own-sentences.yaml', import.meta.url));

export const shortWalk = [
  'A failed run is found and opened',
  'Settings are changed, and a worker shows this very run',
];

export interface Walk {
  result: string;
  findings: string[];
  titles: string[];
}

/** The chosen tests of Gantry's own sentences, run on the dashboard of the service that runs them. */
export async function walkThrough(isChosen: (title: string) => boolean): Promise<Walk> {
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
  const batch = await runGroup(service, await storeSentences(service, isChosen));
  return {
    result: batch.result,
    findings: await findingsOf(service, batch),
    titles: batch.runs.map(({ title }) => title),
  };
}

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

/** Those tests, in a project of their own, so that nothing of them is in what they look at. */
async function storeSentences(service: TestService, isChosen: (title: string) => boolean): Promise<string> {
  const { projectId } = service;
  await service.call('PUT', `/projects/${projectId}/variables/key`, { value: adminKey, secret: true });
  const applied = await gantry(service, ['tests', 'apply', sentences, '--project', projectId]);
  expect(applied.err).toBe('');
  const { groups } = (await service.call('GET', `/groups?projectId=${projectId}`)).body;
  const { tests } = (await service.call('GET', `/groups/${groups[0].id}/tests`)).body;
  const members = tests as Array<{ test: { id: string; title: string } }>;
  const testIds = members.filter(({ test }) => isChosen(test.title)).map(({ test }) => test.id);
  expect((await service.call('PUT', `/groups/${groups[0].id}/tests`, { testIds })).status).toBe(200);
  return groups[0].id;
}

export interface EndedBatch {
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
