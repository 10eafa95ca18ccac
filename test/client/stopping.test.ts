import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, uploadApp } from '../../src/client/index.ts';
import { adminKey } from '../support/service.js';
import { startStuckService } from '../support/stuck-service.ts';

const size = 64 * 1024 ** 2;
const projectId = '01970000-0000-7000-8000-000000000000';

/** Far below the five minutes that an upload may stand still. */
describe('an upload that is aborted while nobody takes it', () => {
  it('leaves its content, and tells of no progress afterwards', async () => {
    const service = await startStuckService();
    const client = createClient({ url: service.url, apiKey: adminKey });
    const stop = new AbortController();
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    let pulls = 0;
    let toldAfterwards = 0;
    const content = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulls += 1;
            controller.enqueue(new Uint8Array(256 * 1024));
          },
          cancel: () => leave(),
        },
        { highWaterMark: 0 },
      );
    const uploading = uploadApp(client, {
      projectId,
      filename: 'a.apk',
      size,
      open: content,
      signal: stop.signal,
      onProgress: () => {
        if (stop.signal.aborted) toldAfterwards += 1;
      },
    });
    await service.putBegun;
    stop.abort(new Error('enough'));
    await expect(uploading).rejects.toThrow('enough');
    await left;
    const pullsAtTheEnd = pulls;
    // Whatever was under way in the connection has had its turn by then.
    await fetch(`${service.url}/api/v1/projects/${projectId}/mobile/upload`, { method: 'POST' });
    expect([pulls, toldAfterwards]).toEqual([pullsAtTheEnd, 0]);
  });

  it('does not keep its process', async () => {
    const service = await startStuckService();
    const program = `
      import { createClient, uploadApp } from ${JSON.stringify(new URL('../../dist/client/index.js', import.meta.url).href)};
      const stop = new AbortController();
      process.once('message', () => { stop.abort(new Error('enough')); process.disconnect(); });
      const client = createClient({ url: ${JSON.stringify(service.url)}, apiKey: 'k' });
      const upload = { projectId: ${JSON.stringify(projectId)}, filename: 'a.apk', size: ${size}, signal: stop.signal };
      const open = () => new Blob([new Uint8Array(${size})]);
      await uploadApp(client, { ...upload, open }).catch((error) => console.log(error.message));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let said = '';
    child.stdout?.on('data', (chunk) => (said += chunk));
    const closed = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await closed;
    });
    await service.putBegun;
    child.send('stop');
    expect(await closed).toEqual([0, null]);
    expect(said).toBe('enough\n');
  });
});
