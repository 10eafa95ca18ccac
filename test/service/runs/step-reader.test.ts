import { execFile } from 'node:child_process';
import { getActiveResourcesInfo } from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service.js';
import { cheap, circumstances, most, open, stepsOf } from './step-reader.ts';

const dear = {
  prompt: null,
  steps: stepsOf((at) => `Clikc the buton "Add ${at}" in teh row "${at}" wihtout it`),
};

describe('a step reader', () => {
  it('refuses a project that has too many waiting, not the others, and takes it again afterwards', async () => {
    const reader = open();
    const flood = Array.from({ length: most }, () => reader.read('flood', cheap, circumstances));
    await expect(reader.read('flood', cheap, circumstances)).rejects.toMatchObject({
      code: 'RateLimited',
      retryAfterSeconds: 1,
    });
    await expect(reader.read('other', cheap, circumstances)).resolves.toHaveLength(1);
    await Promise.all(flood);
    await expect(reader.read('flood', cheap, circumstances)).resolves.toHaveLength(1);
  });

  it('starts no thread before it is needed, and leaves none behind', async () => {
    const threads = () => getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    const reader = open();
    expect(threads()).toBe(before);
    const waiting = reader.read('a', dear, circumstances);
    expect(threads()).toBeGreaterThan(before);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'Unavailable' });
    await reader.close();
    await refused;
    await expect(reader.read('a', cheap, circumstances)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(threads()).toBe(before);
  });

  it('does not keep a process alive that has nothing else to do', async () => {
    const program = `
      import { createStepReader } from ${JSON.stringify(new URL('../../../dist/service/runs/step-reader.js', import.meta.url).href)};
      const read = await createStepReader().read('a', ${JSON.stringify(cheap)}, ${JSON.stringify(circumstances)});
      console.log(read.length);`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 100_000,
    });
    expect((await run).stdout.trim()).toBe('1');
  });
});

describe('readings of a project that has too many waiting', () => {
  it('are refused with 429, a new test is then not stored, and a neighbour is answered meanwhile', async () => {
    const service = await startTestService();
    const { project } = (await service.call('POST', '/projects', { name: 'Neighbour' })).body;
    await service.call('POST', '/steps/read', { projectId: service.projectId, prompt: 'Click "a".' });
    let answered = 0;
    const flood = Array.from({ length: 2 * most }, async () => {
      const answer = await service.call('POST', '/steps/read', {
        projectId: service.projectId,
        platform: 'mobile',
        steps: dear.steps,
      });
      answered += 1;
      return answer;
    });
    const refused = await Promise.any(flood.map(async (answer) => expectRefusal(await answer)));
    expect(refused.headers.get('retry-after')).toBe('1');
    const test = { projectId: service.projectId, title: 'New', steps: dear.steps };
    const created = await service.call('POST', '/tests', test);
    const read = await service.call('POST', '/steps/read', { projectId: project.id, prompt: 'Click "a".' });
    expect(read.status).toBe(200);
    expect(answered).toBeLessThan(2 * most);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const { tests } = (await service.call('GET', `/tests?projectId=${service.projectId}`)).body;
    expect(tests).toHaveLength(created.status === 201 ? 1 : 0);
  });
});

function expectRefusal<Answer extends { status: number; body: unknown }>(answer: Answer): Answer {
  expect(answer.body).toMatchObject({
    error: 'RateLimited',
    message: '64 texts of this project wait to be read already; try again shortly.',
  });
  return answer;
}
