import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { gantry } from './support.js';

describe('gantry baselines', () => {
  it('lists what waits, approves all pictures of a run or one by one, and deletes', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const runId = await runWithPictures(service, ['Cart', 'Checkout']);
    const listed = await gantry(service, ['baselines', 'list', '--waiting', '--test', 'Shop']);
    expect(listed.out).toMatch(/Checkout +1 × 1 +scripted +new.*\n.*Cart +1 × 1 +scripted +new/);

    const approved = await gantry(service, ['baselines', 'approve', '--run', runId]);
    expect([approved.code, approved.out]).toEqual([
      0,
      expect.stringMatching(/^Approved \S+ {2}Checkout\nApproved \S+ {2}Cart\n$/),
    ]);
    expect((await gantry(service, ['baselines', 'list', '--waiting'])).out).toBe('There are none.\n');
    const again = await gantry(service, ['baselines', 'approve', '--run', runId]);
    expect([again.code, again.out]).toEqual([0, 'No picture of this run waits for approval.\n']);

    const { baselines } = (await gantry(service, ['baselines', 'list', '--json'])).json();
    expect(baselines.map(({ status }: { status: string }) => status)).toEqual(['approved', 'approved']);
    const [{ id }] = baselines;
    const none = await gantry(service, ['baselines', 'approve', id]);
    expect(none.code).not.toBe(0);
    expect(none.err).toContain('No picture of this baseline waits for approval.');
    expect((await gantry(service, ['baselines', 'delete', id])).out).toBe(`Deleted ${id}\n`);
    expect((await gantry(service, ['baselines', 'list', '--json'])).json().baselines).toHaveLength(1);
  });

  it('asks for baselines or a run', async () => {
    const { code, err } = await gantry(null, ['baselines', 'approve'], { env: {} });
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('Name baselines by their ids, or a run by --run.'),
    ]);
  });
});

async function runWithPictures(service: TestService, names: readonly string[]): Promise<string> {
  const { projectId } = service;
  const steps = [...names.map((name) => `picture ${name}`), 'see a'].map((title) => ({
    type: 'assert',
    title,
  }));
  const test = { projectId, title: 'Shop', platform: 'web', steps };
  const testId = (await service.call('POST', '/tests', test)).body.test.id;
  const group = (await service.call('POST', '/groups', { projectId, name: 'Pictures' })).body.group;
  await service.call('POST', `/groups/${group.id}/tests`, { testId });
  const [runId] = (await service.call('POST', `/groups/${group.id}/runs`, {})).body.runIds;
  await eventually(async () => {
    expect((await service.call('GET', `/runs/${runId}`)).body.status).toBe('completed');
  });
  return runId;
}
