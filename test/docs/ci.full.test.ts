import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../support/receiver.mjs';
import { eventually } from '../support/service.js';
import { shellOf } from './blocks.js';
import { missingPrograms } from './shell.js';
import { openWorkspace } from './workspace.js';

const missing = missingPrograms('bash', 'curl', 'git', 'jq');
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

describe.skipIf(missing.length > 0)(`the shell of docs/ci.md${whyNot}`, () => {
  it('uploads, starts, waits and passes, and so does another attempt on the same commit', async () => {
    const { folder, run } = await openWorkspace();
    const script = await pipeline();
    const first = await run(script);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/uploaded as [0-9a-f-]{36}\nstarted [0-9a-f-]{36}\nPASS\tWelcome\t\n/);
    expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('<testcase classname="Smoke"');
    const second = await run(script);
    expect(second).toMatchObject({ code: 0 });
    expect(batchOf(second.out)).not.toBe(batchOf(first.out));
  });

  it('fails the job when a test fails, and says which', async () => {
    const { run } = await openWorkspace({ isFailing: true });
    const { code, out } = await run(await pipeline());
    expect(code).toBe(1);
    expect(out).toContain('FAILED\tWelcome');
  });

  it('reads the verdict out of what the webhook received', async () => {
    const { service, folder, run } = await openWorkspace();
    const receiver = await startReceiver();
    await service.call('PATCH', `/projects/${service.projectId}`, { webhookUrl: receiver.url });
    await run(await pipeline());
    await eventually(async () => expect(receiver.got).toHaveLength(1));
    await writeFile(join(folder, 'result.json'), receiver.got[0]?.body ?? '');
    expect(await run((await shellOf('docs/ci.md')).at(-1) ?? '')).toMatchObject({ code: 0 });
    await receiver.close();
  });
});

/** Without its first block, which does the same in one command. */
async function pipeline(): Promise<string> {
  return (await shellOf('docs/ci.md')).slice(1).join('\n');
}

function batchOf(output: string): string | undefined {
  return /started (\S+)/.exec(output)?.[1];
}
