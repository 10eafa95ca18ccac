import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Figure, median } from './support/figure.ts';
import { writePadded } from './support/padded-archive.ts';
import { residentBytes } from './support/resident-bytes.ts';
import type { BenchService } from './support/service.ts';

const gibibyte = 1024 ** 3;
const rounds = 5;
const leastRatio = 0.8;
const memoryLimitBytes = 64 * 1024 ** 2;

/** A run that names a build of 1 GiB by its address, from the call until the build is recorded, against `curl` of it to a file. */
export async function benchImport(service: BenchService): Promise<Figure[]> {
  const folder = join(service.directory, 'artifact');
  await mkdir(folder);
  const artifact = join(folder, 'app.apk');
  await writeArtifact(artifact);
  const origin = await serve(artifact);
  try {
    const ours = () => importFrom(service, `${origin.url}/app.apk`);
    const curl = async () => {
      const startedMs = performance.now();
      await promisify(execFile)('curl', ['-sf', '-o', join(folder, 'copy.apk'), `${origin.url}/app.apk`]);
      return performance.now() - startedMs;
    };
    const before = await residentBytes(service.pid);
    let peak = before;
    await ours();
    const times = { ours: [] as number[], curl: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        async () => {
          const sampling = setInterval(async () => {
            peak = Math.max(peak, await residentBytes(service.pid));
          }, 50);
          times.ours.push(await ours());
          clearInterval(sampling);
        },
        async () => times.curl.push(await curl()),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) {
        await promisify(execFile)('sync');
        await turn();
      }
    }
    const rate = (ms: number[]) => 1024 / (median(ms) / 1_000);
    const ratio = rate(times.ours) / rate(times.curl);
    const growth = peak - before;
    return [
      {
        name: 'import of 1 GiB from loopback, MiB/s',
        value: rate(times.ours),
        baseline: `curl of it to a file ${rate(times.curl).toFixed(0)} MiB/s`,
        ratio,
        target: `≥ ${leastRatio} ×`,
        met: ratio >= leastRatio,
        note: `ours, synced: ${times.ours.map((ms) => ms.toFixed(0)).join(' ')} ms; curl, not synced: ${times.curl.map((ms) => ms.toFixed(0)).join(' ')} ms`,
      },
      {
        name: 'memory of the service during these imports, bytes more',
        value: growth,
        baseline: `${before} bytes before the first`,
        ratio: growth / memoryLimitBytes,
        target: '≤ 64 MiB',
        met: growth <= memoryLimitBytes,
      },
    ];
  } finally {
    await origin.close();
    await rm(folder, { recursive: true });
  }
}

async function importFrom(service: BenchService, url: string): Promise<number> {
  const startedMs = performance.now();
  const { projectId } = service;
  const body = { projectId, prompt: 'see one', mobile: { artifactUrl: url } };
  const answer = await service.call('POST', '/runs', body);
  if (answer.status !== 202) throw new Error(`POST /runs: ${answer.status} ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    const { rows } = await service.query(
      `select i.status, i.ended_at, r.error_message from runs r join imports i on i.id = r.import_id where r.id = $1`,
      [id],
    );
    if (rows[0].ended_at !== null) {
      if (rows[0].status !== 'completed') throw new Error(`the import ended: ${rows[0].error_message}`);
      return performance.now() - startedMs;
    }
    await delay(5);
  }
}

async function writeArtifact(path: string): Promise<void> {
  const build = new URL(
    '../../../test/node_modules/android-apidemos-v1/assets/HelloActivity.apk',
    import.meta.url,
  );
  const out = createWriteStream(path);
  await Promise.all([writePadded(out, await readFile(build), gibibyte), finished(out)]);
}

async function serve(path: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-length', gibibyte);
    createReadStream(path, { highWaterMark: 1024 ** 2 }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
