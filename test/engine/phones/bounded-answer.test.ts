import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAppiumServers } from '../../../src/engine/phones/servers.ts';
import { sendCommand } from '../../../src/engine/phones/wire.ts';
import { never } from './support.ts';

const server = createServer((request, response) => {
  const isRefused = request.url?.endsWith('/refused');
  const value = isRefused
    ? { error: 'unknown error', message: 'Screen recording is off' }
    : 'x'.repeat(1_000);
  response.writeHead(isRefused ? 500 : 200).end(JSON.stringify({ value }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

function post(path: string, mostBytes: number): Promise<unknown> {
  const [appium] = parseAppiumServers(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  if (appium === undefined) throw new TypeError('no server');
  return sendCommand(appium, 'one', { method: 'POST', path, input: {}, mostBytes, signal: never });
}

it('an answer that is too long is not taken into memory, and a refusal says why', async () => {
  expect(await post('video', 2_000)).toHaveLength(1_000);
  await expect(post('video', 500)).rejects.toThrow(RangeError);
  await expect(post('refused', 2_000)).rejects.toThrow('Screen recording is off');
});
