import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../src/service/worker/worker.ts';
import { executionBy } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { passedStep, someIssue } from '../../support/some-run.ts';

const secret = 'correct horse "battery" staple/1';

describe('a variable of a project', () => {
  it('is set, shown, changed and deleted; of a secret one the value is never shown', async () => {
    const service = await startTestService();
    const path = `/projects/${service.projectId}/variables`;
    expect((await service.call('PUT', `${path}/username`, { value: 'alice' })).body).toEqual({
      variable: {
        name: 'username',
        value: 'alice',
        secret: false,
        hosts: null,
        updatedAt: expect.any(String),
      },
    });
    await service.call('PUT', `${path}/username`, { value: 'bob', secret: null });
    const hidden = await service.call('PUT', `${path}/password`, { value: secret, secret: true });
    expect(hidden).toMatchObject({
      status: 200,
      body: { variable: { name: 'password', value: null, secret: true } },
    });
    expect((await service.call('GET', path)).body.variables).toMatchObject([
      { name: 'password', value: null, secret: true },
      { name: 'username', value: 'bob', secret: false },
    ]);
    const { rows } = await service.query(`select * from project_variables where name = 'password'`);
    expect(rows[0].value).toBeNull();
    expect(rows[0].sealed.includes(secret)).toBe(false);
    expect(await service.call('DELETE', `${path}/password`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await service.call('DELETE', `${path}/password`)).status).toBe(404);
    expect(service.logged()).not.toContain('battery');
  });

  it.each([
    ['bad name', { value: 'x' }, /name: must begin with a letter/],
    ['1st', { value: 'x' }, /name: must begin with a letter/],
    ['short', { value: 'abc', secret: true }, /value: a secret has at least 4 characters/],
    ['plain', { value: 'x', hosts: ['a.example'] }, /hosts: only a secret has them/],
  ])('called "%s" with %j is refused', async (name, body, message) => {
    const service = await startTestService();
    const answer = await service.call(
      'PUT',
      `/projects/${service.projectId}/variables/${encodeURIComponent(name)}`,
      body,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ValidationError', message: expect.stringMatching(message) },
    });
  });

  it('is one of at most 200', async () => {
    const service = await startTestService();
    await service.query(
      `insert into project_variables (project_id, name, value) select $1, 'v' || n, 'x' from generate_series(1, 200) as n`,
      [service.projectId],
    );
    const path = `/projects/${service.projectId}/variables`;
    expect((await service.call('PUT', `${path}/more`, { value: 'x' })).status).toBe(409);
    expect((await service.call('PUT', `${path}/v7`, { value: 'y' })).status).toBe(200);
  });
});

describe('a secret', () => {
  it('may have hosts, which are shown, and replaced with its value', async () => {
    const service = await startTestService();
    const path = `/projects/${service.projectId}/variables`;
    const hosts = ['shop.example.com', '*.example.org', 'localhost:3000'];
    const set = (body: object) => service.call('PUT', `${path}/password`, { value: secret, ...body });
    expect((await set({ secret: true, hosts })).body.variable).toMatchObject({ secret: true, hosts });
    expect((await service.call('GET', path)).body.variables).toMatchObject([{ name: 'password', hosts }]);
    expect((await set({ secret: true, hosts: null })).body.variable).toMatchObject({ hosts: null });
    await set({ secret: true, hosts });
    expect((await set({ secret: true })).body.variable).toMatchObject({ hosts: null });
  });

  it('that a pilot tells stands in no output, no error and no log', async () => {
    const service = await startTestService({ execution: tellingAll() });
    await service.call('PUT', `/projects/${service.projectId}/variables/password`, {
      value: secret,
      secret: true,
    });
    for (const prompt of ['tell', 'fail', 'throw']) {
      const { id } = (await service.call('POST', '/runs', { prompt })).body;
      const read = async () => (await service.call('GET', `/runs/${id}`)).body;
      await eventually(async () => expect((await read()).completedAt).not.toBeNull());
      const run = JSON.stringify(await read());
      expect(run).not.toContain('battery');
      expect(run).toContain('•••');
    }
    await service.service.close();
    expect(service.logged()).toContain('a run failed');
    expect(service.logged()).not.toContain('battery');
  });

  it('that does not open any more ends the run with a sentence, and not the worker', async () => {
    const service = await startTestService({ execution: tellingAll() });
    await service.call('PUT', `/projects/${service.projectId}/variables/password`, {
      value: secret,
      secret: true,
    });
    await service.query(`update project_variables set sealed = '\\x0102'`);
    const { id } = (await service.call('POST', '/runs', { prompt: 'tell' })).body;
    await eventually(async () => {
      const { status, error } = (await service.call('GET', `/runs/${id}`)).body;
      expect({ status, error }).toMatchObject({ status: 'failed', error: { code: 'SECRET_UNREADABLE' } });
    });
  });
});

describe.each(['allowedHosts', 'allowedReceivers'])('the %s of a project', (member) => {
  it('are set, shown and taken away', async () => {
    const service: TestService = await startTestService();
    const path = `/projects/${service.projectId}`;
    const change = (body: object) => service.call('PATCH', path, body);
    const hosts = ['shop.example.com', '*.example.org', 'localhost:3000', '[::1]:8080', '10.0.0.7'];
    expect((await change({ [member]: hosts })).body.project).toMatchObject({ [member]: hosts });
    expect((await change({ name: 'Shop' })).body.project).toMatchObject({ [member]: hosts });
    expect((await service.call('GET', path)).body).toMatchObject({ [member]: hosts });
    expect((await change({ [member]: null })).body.project).toMatchObject({ [member]: null });
    const created = await service.call('POST', '/projects', { name: 'New', [member]: ['a.example'] });
    expect(created.body.project).toMatchObject({ [member]: ['a.example'] });
  });
});

/** Says what it was given wherever it can. */
function tellingAll(): Execution {
  return executionBy(async ({ task: { prompt, variables } }, report) => {
    const text = `it is ${variables[0]?.value} and ${encodeURIComponent(variables[0]?.value ?? '')}`;
    report.describe({ featureName: text, description: text });
    report.step({
      ...passedStep,
      title: text,
      status: 'failed',
      summary: text,
      error: text,
      sentences: [`Click ${JSON.stringify(text)}`],
    });
    report.finding({
      ...someIssue,
      name: text,
      description: text,
      url: `http://a.example/?q=${text}`,
      expectedBehavior: text,
      actualBehavior: JSON.stringify(text),
      stepsToReproduce: text,
    });
    if (prompt === 'fail') {
      const { ExecutionFailure } = await import('../../../src/engine/report.ts');
      throw new ExecutionFailure('SCRIPTED', text);
    }
    if (prompt === 'throw') throw new Error(text);
  });
}
