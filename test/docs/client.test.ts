import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeGroup } from '../service/groups/support.js';
import { quietPort } from '../support/ports.ts';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { createTestFolder, eventually, startTestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { blocksOf } from './blocks.js';
import { shell } from './shell.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

describe('docs/client.md', () => {
  it('compiles and runs as it stands, on the package that the service hands out', async () => {
    const service = await startTestService({
      execution: scriptedExecution({ platforms: ['web', 'android'], slots: 2 }),
    });
    const { projectId } = service;
    const { groupId } = await makeGroup(service, ['mobile']);
    const { key } = (await service.call('POST', `/projects/${projectId}/keys`, {})).body.key;
    const folder = await createTestFolder();
    await compile(folder, service.url);
    const file = join(folder, builds.android.filename);
    await writeFile(file, await builds.android.bytes());
    const env = {
      GANTRY_URL: service.url,
      GANTRY_API_KEY: key,
      GANTRY_PROJECT: projectId,
      GANTRY_GROUP: groupId,
      GIT_COMMIT: 'abc123',
      FILE: file,
    };
    const { stdout } = await run(process.execPath, [join(folder, 'story.js')], { env });
    expect(stdout).toMatch(/^1 tests\nClikc "Save": .+ Understood would be: .+\n0 %\n[\s\S]*100 %\n/);
    expect(stdout).toContain('io.appium.android.apis is uploaded as');
    expect(stdout).toMatch(/passed: "Welcome to the shop"\nPASS\nPASS: Test 1\n\d+ characters of JUnit\n/);
    expect(stdout).toMatch(/ completed\n[0-9a-f-]{36} completed\nrun\./);
    expect(stdout).toMatch(/run\.completed [0-9a-f-]{36}\nThere is no such run\.\n$/);

    const settings = (await service.call('GET', `/projects/${projectId}`)).body;
    const port = await quietPort();
    const receiver = spawn(process.execPath, [join(folder, 'receiver.js')], {
      env: { GANTRY_WEBHOOK_SECRET: settings.webhookSecret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      receiver.kill();
      await once(receiver, 'exit');
    });
    let received = '';
    receiver.stdout.on('data', (chunk) => {
      received += chunk;
    });
    const webhookUrl = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(400);
    });
    const { id } = (await service.call('POST', '/runs', { prompt: 'miss a', webhookUrl })).body;
    await eventually(async () => expect(received).toBe(`${id}: FAILED\n`));
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${id}`)).body.webhookStatus).toBe('delivered');
    });
  });
});

/** What tells a story is one program; a receiver is one of its own. */
async function compile(folder: string, url: string): Promise<void> {
  const blocks = await blocksOf('docs/client.md', 'ts');
  const isReceiver = (block: string) => block.includes('createServer');
  await writeFile(join(folder, 'story.ts'), blocks.filter((block) => !isReceiver(block)).join('\n'));
  await writeFile(join(folder, 'receiver.ts'), blocks.filter(isReceiver).join('\n'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const [install = ''] = await blocksOf('docs/client.md', 'sh');
  const env = { GANTRY_URL: url, npm_config_cache: join(folder, 'cache') };
  expect(await shell(install, { cwd: folder, env })).toMatchObject({ code: 0 });
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023'], module: 'nodenext', strict: true, skipLibCheck: true },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error) =>
    expect.fail(error.stdout),
  );
}
