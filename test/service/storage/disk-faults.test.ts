import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { createTestFolder, eventually, startTestService, type TestService } from '../../support/service.js';
import { canMountDisks, mountSmallDisk } from '../../support/small-disk.js';
import { builds, confirm, initiate, put, stored } from '../../support/uploads.js';
import { serve as serveArtifact, smallBuild } from '../groups/support.js';
import { needs, startOnSmallDisk } from './disk-faults.ts';

const full = 'The disk is full: the storage takes nothing more until there is room again.';
const readOnly = 'The storage is read-only: nothing can be stored until it is writable again.';

async function putSomething(service: TestService): Promise<Response> {
  const bytes = Buffer.alloc(64 * 1024);
  const { uploadUrl } = await initiate(service, 'Shop.app.zip', bytes.length);
  const { pathname, search } = new URL(uploadUrl);
  return put(service.url + pathname + search, bytes);
}

async function expectRefused(answer: Response, message: string): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await answer.json()).toMatchObject({ error: 'Unavailable', message });
}

describe.skipIf(!canMountDisks)(`a full disk${needs}`, () => {
  it('is said to be full to whoever uploads, confirms or asks for readiness, and takes everything again when there is room', async () => {
    const { service, disk } = await startOnSmallDisk();
    const ticket = await stored(service, smallBuild);
    disk.fill();
    await expectRefused(await putSomething(service), full);
    expect(await confirm(service, ticket)).toMatchObject({ status: 503, body: { message: full } });
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ message: full });
    expect(service.logged()).toContain('ENOSPC');
    disk.empty();
    expect((await putSomething(service)).status).toBe(200);
    expect((await confirm(service, ticket)).status).toBe(201);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('fails an import with that reason', async () => {
    const phones = scriptedExecution({ platforms: ['web', 'ios', 'android'], slots: 1 });
    const { service, disk } = await startOnSmallDisk({ execution: phones });
    const bytes = await builds.ios.bytes();
    const url = await serveArtifact((_request, response) => response.end(bytes));
    disk.fill();
    const mobile = { artifactUrl: `${url}/${builds.ios.filename}` };
    const { projectId } = service;
    const { id } = (await service.call('POST', '/runs', { projectId, prompt: 'see a', mobile })).body;
    await eventually(async () => {
      expect((await service.call('GET', `/runs/${id}`)).body).toMatchObject({
        status: 'failed',
        error: { code: 'ARTIFACT_NOT_STORED', message: "The artifact can't be stored: the disk is full." },
      });
    });
  });
});

describe.skipIf(!canMountDisks)(`a full disk below the embedded database${needs}`, () => {
  it('is said to be full, and the service goes on by itself when there is room', async () => {
    const folder = await createTestFolder();
    const disk = mountSmallDisk(folder, 160);
    const dataDir = join(folder, 'data');
    const service = await startTestService({ dataDir, settings: { GANTRY_DATABASE_URL: '' } });
    const { projectId } = service;
    const submit = () =>
      service.call('POST', '/runs', { projectId, prompt: `see ${'a'.repeat(15_000)}`, webhookUrl: null });
    disk.fill();
    const sentence = 'The disk is full: the database takes nothing more until there is room again.';
    await eventually(async () => {
      const answer = await submit();
      disk.fill();
      expect(answer).toMatchObject({ status: 503, body: { message: sentence } });
    });
    disk.empty();
    await eventually(async () => expect((await submit()).status).toBe(202));
  });
});

describe('a data directory that can not be written', () => {
  it.skipIf(process.getuid?.() === 0)(
    'is named at start (not for root, who may write anywhere)',
    async () => {
      const dataDir = await createTestFolder();
      await chmod(dataDir, 0o500);
      const sentence = `The data directory ${dataDir} can't be written by this user (EACCES)`;
      await expect(startTestService({ dataDir })).rejects.toThrow(sentence);
      await chmod(dataDir, 0o700);
    },
  );

  it.skipIf(!canMountDisks)(`is said to be read-only at start${needs}`, async () => {
    const folder = await createTestFolder();
    const disk = mountSmallDisk(folder, 8);
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    disk.makeReadOnly();
    const sentence = `The data directory ${dataDir} is read-only: make it writable`;
    await expect(startTestService({ dataDir })).rejects.toThrow(sentence);
    await expect(startTestService({ dataDir, settings: { GANTRY_DATABASE_URL: '' } })).rejects.toThrow(
      sentence,
    );
    const missing = join(folder, 'missing');
    await expect(startTestService({ dataDir: missing })).rejects.toThrow(
      `The data directory ${missing} can't be made`,
    );
  });

  it.skipIf(!canMountDisks)(`is said to be read-only when it becomes so later${needs}`, async () => {
    const { service, disk } = await startOnSmallDisk();
    expect((await putSomething(service)).status).toBe(200);
    disk.makeReadOnly();
    await expectRefused(await putSomething(service), readOnly);
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ message: readOnly });
    disk.makeWritable();
    expect((await putSomething(service)).status).toBe(200);
  });
});
