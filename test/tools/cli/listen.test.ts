import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../support/receiver.mjs';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../../support/service.js';
import { gantry, type Outcome, type Typed } from './support.js';

describe('gantry listen', () => {
  it('prints its address, verifies what comes, forwards it as it came, and refuses what is not signed', async () => {
    const service = await startTestService({ execution: scriptedExecution() });
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { url, ended } = await listening(service, ['--count', '2', '--forward', receiver.url]);
    const forged = await fetch(url, { method: 'POST', body: '{"id": "x"}' });
    expect(forged.status).toBe(400);
    const submitted = ['runs', 'submit', 'see a', '--wait', '--json', '--result-url', url];
    const run = (await gantry(service, submitted)).json();
    const { code, jsonLines } = await ended;
    expect(code).toBe(0);
    expect(jsonLines()).toMatchObject([
      { type: 'listening', url },
      { type: 'delivery', isVerified: false, reason: expect.stringContaining('webhook-id') },
      {
        type: 'delivery',
        isVerified: true,
        forwardedStatus: 200,
        run: { id: run.id, output: { result: 'PASS' } },
      },
    ]);
    expect(receiver.got.map(({ body }) => JSON.parse(body).id)).toEqual(['x', run.id]);
    await eventually(async () => {
      const { deliveries } = (await gantry(service, ['deliveries', 'list', run.id, '--json'])).json();
      expect(deliveries).toMatchObject([{ attempt: 1, status: 200 }]);
    });

    const again = await listening(service, ['--count', '1']);
    expect((await gantry(service, ['deliveries', 'redeliver', run.id, '--to', again.url])).code).toBe(0);
    expect((await again.ended).jsonLines()[1]).toMatchObject({ isVerified: true, run: { id: run.id } });
    await eventually(async () => {
      const { out } = await gantry(service, ['deliveries', 'list', run.id]);
      expect(out).toMatch(/attempt.*\n1 .* 200 .*\n2 .* 204 /);
    });
  });

  it('ends cleanly with Ctrl-C', async () => {
    const service = await startTestService();
    const stop = new AbortController();
    const { url, ended } = await listening(service, [], { signal: stop.signal });
    stop.abort();
    expect((await ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

async function listening(
  service: TestService,
  args: string[],
  typed: Typed = {},
): Promise<{ url: string; ended: Promise<Outcome> }> {
  let tell: (url: string) => void = () => undefined;
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const ended = gantry(service, ['listen', '--port', '0', '--json', ...args], {
    ...typed,
    onOut: (text) => {
      const { type, url } = JSON.parse(text);
      if (type === 'listening') tell(url);
    },
  });
  return { url: await told, ended };
}
