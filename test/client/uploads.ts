import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Retry, type Upload } from '../../src/client/index.ts';
import { adminKey, createTestFolder, startTestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { startHttpWay } from '../support/way.js';

export const build = builds.android;

export async function openPlace(settings: Record<string, string> = {}) {
  const time = { offsetMs: 0 };
  const service = await startTestService({ settings, clock: { now: () => Date.now() + time.offsetMs } });
  const way = await startHttpWay(service.url);
  const bytes = await build.bytes();
  const file = join(await createTestFolder(), build.filename);
  await writeFile(file, bytes);
  const retries: Retry[] = [];
  const options = { url: way.url, apiKey: adminKey, onRetry: (retry: Retry) => retries.push(retry) };
  // The address of storage is the service's own: on this way it is the other end's.
  const overTheWay: typeof fetch = (input, init) => fetch(String(input).replace(service.url, way.url), init);
  const upload: Upload = {
    projectId: service.projectId,
    filename: build.filename,
    size: bytes.length,
    open: () => openAsBlob(file),
  };
  const apps = async () => (await service.call('GET', `/projects/${service.projectId}/mobile`)).body.apps;
  const client = createClient({ ...options, fetch: overTheWay });
  return { service, way, time, file, retries, upload, apps, options, overTheWay, client };
}
