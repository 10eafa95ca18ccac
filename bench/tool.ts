import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { type Figure, median } from './support/figure.ts';
import type { BenchService } from './support/service.ts';

const rounds = 7;
const maxMs = 2_000;
const maxBytes = 1024 ** 2;

/** From an empty cache to the first request of the command line, against a package that does nothing but send one. */
export async function benchTool({ url }: BenchService): Promise<Figure[]> {
  const tool = Buffer.from(await (await fetch(`${url}/cli.tgz`)).arrayBuffer());
  const bare = await barePackage();
  const times = { tool: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await msToFirstRequest(bare));
    times.tool.push(await msToFirstRequest(tool));
  }
  const [toolMs, bareMs] = [median(times.tool), median(times.bare)];
  return [
    {
      name: 'npx of /cli.tgz from an empty cache to its first request, ms',
      value: toolMs,
      baseline: `npx of a package of one line ${bareMs.toFixed(0)} ms`,
      ratio: toolMs / bareMs,
      target: `≤ ${maxMs} ms`,
      met: toolMs <= maxMs,
    },
    {
      name: 'size of /cli.tgz, bytes',
      value: tool.length,
      baseline: `the package of one line ${bare.length}`,
      ratio: tool.length / bare.length,
      target: `≤ ${maxBytes}`,
      met: tool.length <= maxBytes,
    },
  ];
}

async function msToFirstRequest(archive: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
  let firstMs = 0;
  const server = createServer((request, response) => {
    if (request.url === '/cli.tgz') return void response.end(archive);
    firstMs ||= performance.now();
    response.setHeader('content-type', 'application/json');
    response.end('{"projects": [], "nextCursor": null}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startMs = performance.now();
  const child = spawn('npx', ['--yes', `${address}/cli.tgz`, 'projects', 'list'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GANTRY_URL: address,
      GANTRY_API_KEY: 'gk_bench_0123456789abcdefghijABCDEFGHIJ',
    },
  });
  await once(child, 'exit');
  server.close();
  await rm(folder, { recursive: true, force: true });
  if (firstMs === 0) throw new Error('the tool sent no request');
  return firstMs - startMs;
}

async function barePackage(): Promise<Buffer> {
  const tar = pack();
  const whole = buffer(tar);
  const manifest = { name: 'bare', version: '1.0.0', type: 'module', bin: { bare: 'bare.mjs' } };
  tar.entry({ name: 'package/package.json' }, JSON.stringify(manifest));
  tar.entry(
    { name: 'package/bare.mjs', mode: 0o755 },
    '#!/usr/bin/env node\nawait fetch(process.env.GANTRY_URL);\n',
  );
  tar.finalize();
  return gzipSync(await whole);
}
