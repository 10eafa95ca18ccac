import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type Figure, median } from './support/figure.ts';
import { writePadded } from './support/padded-archive.ts';
import type { BenchService } from './support/service.ts';

const small = 1024 ** 2;
const large = 1024 ** 3;
const rounds = 15;

const builds = [
  { filename: 'ApiDemos.apk', path: 'android-apidemos-v1/assets/HelloActivity.apk' },
  { filename: 'TestApp.app.zip', path: 'ios-test-app/TestApp.app.zip' },
];

/** Confirm of a build of 1 GiB against the same at 1 MiB. Nothing is deleted before the end: freeing it would be measured too. */
export async function benchConfirm(service: BenchService): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { filename, path } of builds) {
    const archive = await readFile(new URL(`../../../test/node_modules/${path}`, import.meta.url));
    for (let i = 0; i < 3; i += 1) await confirmOf(service, filename, archive, small);
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(await confirmOf(service, filename, archive, small));
      times.large.push(await confirmOf(service, filename, archive, large));
    }
    const ratio = median(times.large) / median(times.small);
    figures.push({
      name: `confirm of a 1 GiB ${filename.replace(/^[^.]+/, '')}, ms`,
      value: median(times.large),
      baseline: `at 1 MiB ${median(times.small).toFixed(1)} ms`,
      ratio,
      target: '≤ 1.3 ×',
      met: ratio <= 1.3,
      note: `1 MiB: ${times.small.map((ms) => ms.toFixed(1)).join(' ')}; 1 GiB: ${times.large.map((ms) => ms.toFixed(1)).join(' ')}`,
    });
  }
  return figures;
}

async function confirmOf(
  service: BenchService,
  filename: string,
  archive: Buffer,
  size: number,
): Promise<number> {
  const project = `/projects/${service.projectId}/mobile`;
  const ticket = (await (
    await service.call('POST', `${project}/upload`, { filename, fileSize: size })
  ).json()) as {
    uploadUrl: string;
    storageKey: string;
  };
  await putPadded(ticket.uploadUrl, archive, size);
  const startedMs = performance.now();
  const answer = await service.call('POST', `${project}/upload/confirm`, {
    storageKey: ticket.storageKey,
    filename,
    fileSize: size,
  });
  const ms = performance.now() - startedMs;
  if (answer.status !== 201) throw new Error(`confirm answered ${answer.status}: ${await answer.text()}`);
  return ms;
}

async function putPadded(url: string, archive: Buffer, size: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': size } }, (response) => {
      response
        .resume()
        .on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`PUT: ${response.statusCode}`)),
        );
    });
    sent.on('error', reject);
    void writePadded(sent, archive, size);
  });
}
