import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../support/receiver.mjs';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { createTestFolder, eventually, startTestService, type TestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { makeGroup } from './support.js';

const run = promisify(execFile);
const hasJq = await run('jq', ['--version']).then(
  () => true,
  () => false,
);
const whyNot = hasJq ? '' : ' (skipped: there is no jq)';

describe.skipIf(!hasJq)(`the shell of docs/ci.md${whyNot}`, () => {
  it('uploads, starts, waits and passes as it stands, and so does another attempt on the same commit', async () => {
    const place = await openPlace();
    const first = await place.pipeline();
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/uploaded as [0-9a-f-]{36}\nstarted [0-9a-f-]{36}\nPASS\tTest 1\t\n/);
    expect(await readFile(join(place.folder, 'junit.xml'), 'utf8')).toContain(
      '<testcase classname="Checkout"',
    );
    const second = await place.pipeline();
    expect(second).toMatchObject({ code: 0 });
    expect(batchOf(second.out)).not.toBe(batchOf(first.out));
  });

  it('fails the job when a test fails, and says which', async () => {
    const place = await openPlace();
    const steps = [{ type: 'assert', title: 'miss the total' }];
    await place.service.call('PATCH', `/tests/${place.testIds[0]}`, { steps });
    const { code, out } = await place.pipeline();
    expect(code).toBe(1);
    expect(out).toContain('FAILED\tTest 1');
  });

  it('reads the verdict out of what the webhook received', async () => {
    const place = await openPlace();
    const receiver = await startReceiver();
    await place.service.call('PATCH', `/projects/${place.service.projectId}`, { webhookUrl: receiver.url });
    await place.pipeline();
    await eventually(async () => expect(receiver.got).toHaveLength(1));
    await writeFile(join(place.folder, 'result.json'), receiver.got[0]?.body ?? '');
    const [verdict = ''] = (await blocks()).slice(-1);
    const judged = await shell(verdict, place.folder, {});
    expect(judged.code).toBe(0);
    await receiver.close();
  });
});

function batchOf(output: string): string | undefined {
  return /started (\S+)/.exec(output)?.[1];
}

async function openPlace() {
  const service: TestService = await startTestService({
    execution: scriptedExecution({ platforms: ['ios', 'android'], slots: 2 }),
  });
  const group = await makeGroup(service, ['mobile']);
  const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, {})).body.key;
  const folder = await createTestFolder();
  const file = join(folder, builds.ios.filename);
  await writeFile(file, await builds.ios.bytes());
  const env = {
    GANTRY_URL: `${service.url}/api/v1`,
    GANTRY_API_KEY: key,
    GANTRY_PROJECT: service.projectId,
    GANTRY_WEBHOOK: group.webhookUrl,
    GIT_COMMIT: 'abc123',
    FILE: file,
  };
  return { ...group, service, folder, pipeline: async () => shell((await blocks()).join('\n'), folder, env) };
}

async function blocks(): Promise<string[]> {
  const page = await readFile(new URL('../../docs/ci.md', import.meta.url), 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
}

async function shell(script: string, cwd: string, env: Record<string, string>) {
  return run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );
}
