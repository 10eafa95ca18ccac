import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.js';

const understood = { type: 'act', title: 'Click "Save"' };
const strange = { type: 'act', title: 'Frobnicate the "Save" button' };
const itsProblem = {
  sentence: strange.title,
  problem: expect.any(String),
  nearest: expect.arrayContaining([expect.any(String)]),
};

describe('the problems of a test', () => {
  it('are the sentences that nobody would understand, wherever the test is shown; it is stored all the same', async () => {
    const service = await startTestService();
    const test = await createTest(service, { steps: [understood, strange] });
    expect(test.problems).toEqual([itsProblem]);
    expect((await service.call('GET', `/tests/${test.id}`)).body.problems).toEqual([itsProblem]);
    expect((await service.call('GET', '/tests')).body.tests[0].problems).toEqual([itsProblem]);
    const { group } = (await service.call('POST', '/groups', { name: 'All' })).body;
    await service.call('POST', `/groups/${group.id}/tests`, { testId: test.id });
    const members = await service.call('GET', `/groups/${group.id}/tests`);
    expect(members.body.tests[0].test.problems).toEqual([itsProblem]);
    const changed = await service.call('PATCH', `/tests/${test.id}`, { steps: [understood] });
    expect(changed.body.test.problems).toEqual([]);
  });

  it('are as the platform of the test has them', async () => {
    const service = await startTestService();
    const steps = [{ type: 'act', title: 'Hide the keyboard' }];
    const problems = async (platform: string) => (await createTest(service, { platform, steps })).problems;
    expect(await problems('mobile')).toEqual([]);
    expect(await problems('ios')).toEqual([]);
    expect(await problems('web')).toHaveLength(1);
  });

  it('follow the variables of the project', async () => {
    const service = await startTestService();
    const steps = [{ type: 'act', title: 'Type {{name}} into "Name"' }];
    const { id, problems } = await createTest(service, { steps });
    expect(problems).toMatchObject([{ problem: expect.stringContaining('no variable "name"') }]);
    const path = `/projects/${service.projectId}/variables/name`;
    await service.call('PUT', path, { value: 'Ada' });
    expect((await service.call('GET', `/tests/${id}`)).body.problems).toEqual([]);
    await service.call('DELETE', path);
    expect((await service.call('GET', `/tests/${id}`)).body.problems).toHaveLength(1);
  });

  it('are none where a model takes the sentences', async () => {
    const service = await startTestService({ settings: { GANTRY_MODEL: 'openai/gpt-5' } });
    expect((await createTest(service, { steps: [strange] })).problems).toEqual([]);
  });

  it('name the end of a test that has more sentences than a run takes', async () => {
    const service = await startTestService();
    const steps = Array.from({ length: 200 }, (_, at) => ({
      type: 'act',
      title: `${at}. ${'Click "A". '.repeat(3)}`,
    }));
    const { problems } = await createTest(service, { steps });
    expect(problems).toEqual([
      {
        sentence: steps.at(-1)?.title,
        problem: expect.stringContaining('more than 500 sentences'),
        nearest: [],
      },
    ]);
  });

  it('of many tests are read without holding up other calls', async () => {
    const service = await startTestService();
    // Past the API, which would have read them already.
    await service.query(
      `insert into tests (id, project_id, title, platform, steps)
       select gen_random_uuid(), $1, 'Test ' || test, 'web', (
         select jsonb_agg(jsonb_build_object('type', 'act', 'title', 'Do thing ' || step || ' of ' || test))
         from generate_series(1, 20) as step
       ) from generate_series(1, 100) as test`,
      [service.projectId],
    );
    let isListed = false;
    const listing = service.call('GET', '/tests').finally(() => {
      isListed = true;
    });
    await service.call('GET', '/runs');
    expect(isListed).toBe(false);
    const { tests } = (await listing).body;
    expect(tests).toHaveLength(100);
    expect(tests.every(({ problems }: { problems: unknown[] }) => problems.length === 20)).toBe(true);
  });
});

async function createTest(service: TestService, test: object) {
  const { status, body } = await service.call('POST', '/tests', {
    title: 'A test',
    platform: 'web',
    ...test,
  });
  expect(status).toBe(201);
  return body.test;
}
