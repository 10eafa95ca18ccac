import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { appendFile, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Retry, type Upload, uploadApp } from '../../src/client/index.ts';
import { startS3rver } from '../support/s3-servers.ts';
import { adminKey, createTestFolder, startTestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { startHttpWay } from '../support/way.js';

const run = promisify(execFile);
const build = builds.android;

describe('an upload', () => {
  it.each(['blob', 'stream'] as const)('sends a real build as a %s and tells how far it is', async (kind) => {
    const place = await openPlace();
    const sent: number[] = [];
    const { app, wasThere } = await uploadApp(place.client, {
      ...place.upload,
      open: () => (kind === 'blob' ? openAsBlob(place.file) : webStream(createReadStream(place.file))),
      removeAfter: 600,
      onProgress: ({ sentBytes, totalBytes }) => {
        sent.push(sentBytes);
        expect(totalBytes).toBe(place.upload.size);
      },
    });
    expect(wasThere).toBe(false);
    expect(app).toMatchObject({
      platform: 'android',
      filename: 'ApiDemos-debug',
      removeAfter: 600,
      fileSize: place.upload.size,
    });
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(place.upload.size);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(place.retries).toEqual([]);
  });

  it('begins again when the connection breaks on the way, and when the answer to its confirmation is lost', async () => {
    const place = await openPlace();
    place.way.cutAfter(place.upload.size / 2);
    let opened = 0;
    const { app } = await uploadApp(place.client, {
      ...place.upload,
      open: () => {
        opened += 1;
        return openAsBlob(place.file);
      },
      onProgress({ sentBytes, totalBytes }) {
        if (sentBytes === totalBytes) place.way.loseAnswerTo('/confirm');
      },
    });
    expect(opened).toBe(2);
    expect(place.retries).toMatchObject([{ what: 'upload' }, { what: 'confirmUpload' }]);
    expect(await place.apps()).toEqual([app]);
  });

  it('begins again also when the connection breaks while the content keeps it waiting', async () => {
    const place = await openPlace();
    const bytes = new Uint8Array(await build.bytes());
    const standingStill = () => {
      let pulls = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          pulls += 1;
          if (pulls === 1) return controller.enqueue(bytes.subarray(0, 1_000_000));
          place.way.cut();
          return new Promise(() => undefined);
        },
      });
    };
    let opened = 0;
    const { app } = await uploadApp(place.client, {
      ...place.upload,
      open: () => (opened++ === 0 ? standingStill() : new Blob([bytes])),
    });
    expect(opened).toBe(2);
    expect(place.retries).toMatchObject([{ what: 'upload', error: { name: 'UnreachableError' } }]);
    expect(await place.apps()).toEqual([app]);
  });

  it('takes a new ticket when the time of the first ran out meanwhile', async () => {
    const place = await openPlace();
    place.way.cutAfter(place.upload.size / 2);
    let tickets = 0;
    const timed: typeof fetch = (input, init) => {
      if (String(input).endsWith('/mobile/upload')) tickets += 1;
      place.time.offsetMs = tickets === 1 && place.retries.length > 0 ? 31 * 60_000 : 0;
      return place.overTheWay(input, init);
    };
    const client = createClient({ ...place.options, fetch: timed });
    const { app } = await uploadApp(client, place.upload);
    expect(tickets).toBe(2);
    expect(await place.apps()).toEqual([app]);
  });

  it('says what storage and service refuse, without trying again', async () => {
    const place = await openPlace();
    const notAnApp = { ...place.upload, size: 5, open: () => new Blob(['hello']) };
    await expect(uploadApp(place.client, notAnApp)).rejects.toMatchObject({
      status: 422,
      code: 'InvalidApp',
    });
    const wrongName = { ...place.upload, filename: 'notes.txt' };
    await expect(uploadApp(place.client, wrongName)).rejects.toMatchObject({ code: 'ValidationError' });
    const tampered: typeof fetch = (input, init) => fetch(init?.method === 'PUT' ? `${input}0` : input, init);
    const client = createClient({ ...place.options, fetch: tampered });
    await expect(uploadApp(client, place.upload)).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
    expect(place.retries).toEqual([]);
  });

  it('goes straight to S3, and says what that refuses', async () => {
    const s3 = await startS3rver();
    onTestFinished(() => s3.stop());
    const place = await openPlace({
      GANTRY_S3_BUCKET: s3.bucket,
      GANTRY_S3_ENDPOINT: s3.endpoint,
      GANTRY_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      GANTRY_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    });
    const sentTo: string[] = [];
    const watching: typeof fetch = (input, init) => {
      if (init?.method === 'PUT') sentTo.push(new URL(String(input)).origin);
      return fetch(input, init);
    };
    const client = createClient({ ...place.options, fetch: watching });
    const { app } = await uploadApp(client, place.upload);
    expect(app.fileSize).toBe(place.upload.size);
    expect(sentTo).toEqual([new URL(s3.endpoint).origin]);
    const tampered: typeof fetch = (input, init) =>
      fetch(init?.method === 'PUT' ? String(input).replace(/Signature=\w/, 'Signature=_') : input, init);
    const refused = uploadApp(createClient({ ...place.options, fetch: tampered }), place.upload);
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('that can not be read, or is not of the size that was said, fails with that', async () => {
    const place = await openPlace();
    const broken = new Error('the disk is gone');
    const unreadable = {
      ...place.upload,
      open: () => new ReadableStream({ pull: () => Promise.reject(broken) }),
    };
    await expect(uploadApp(place.client, unreadable)).rejects.toBe(broken);
    const changing = {
      ...place.upload,
      async open() {
        const blob = await openAsBlob(place.file);
        await appendFile(place.file, 'more');
        return blob;
      },
    };
    await expect(uploadApp(place.client, changing)).rejects.toMatchObject({ name: 'NotReadableError' });
    for (const size of [4, 6]) {
      const wrongSize = {
        ...place.upload,
        size,
        open: () => webStream(Readable.from([Buffer.from('hello')])),
      };
      await expect(uploadApp(place.client, wrongSize)).rejects.toThrow(
        `size: is ${size}, but the content has`,
      );
    }
    expect(place.retries).toEqual([]);
  });

  it('ends with the reason of its signal in the middle', async () => {
    const place = await openPlace();
    const reason = new Error('enough');
    const stop = new AbortController();
    const onProgress = ({ sentBytes }: { sentBytes: number }) => sentBytes > 0 && stop.abort(reason);
    const upload = { ...place.upload, signal: stop.signal, onProgress };
    await expect(uploadApp(place.client, upload)).rejects.toBe(reason);
    expect(await place.apps()).toEqual([]);
  });

  it('sends nothing when the newest upload of that app is the same, and stays for long enough', async () => {
    const place = await openPlace();
    const sha256 = createHash('sha256')
      .update(await build.bytes())
      .digest('hex');
    const upload = { ...place.upload, sha256 };
    const first = await uploadApp(place.client, { ...upload, removeAfter: 600 });
    expect(first.wasThere).toBe(false);
    const unopened = () => expect.fail('it was opened');
    expect(await uploadApp(place.client, { ...upload, removeAfter: 900, open: unopened })).toEqual({
      app: first.app,
      wasThere: true,
    });
    // Who wants it to stay gets one that stays.
    const second = await uploadApp(place.client, upload);
    expect(second).toMatchObject({ wasThere: false, app: { expiresAt: null } });
    expect(await uploadApp(place.client, { ...upload, open: unopened })).toEqual({
      ...second,
      wasThere: true,
    });
    // Another build of the same app came after it: `bundleId` must mean what was uploaded last.
    await uploadApp(place.client, { ...upload, sha256: undefined });
    expect(await uploadApp(place.client, upload)).toMatchObject({ wasThere: false });
    expect(await place.apps()).toHaveLength(4);
  });

  it('of a large file takes no more memory than that of a small one', async () => {
    const place = await openPlace();
    const large = await open(place.file, 'w');
    await large.truncate(200 * 1024 * 1024);
    await large.close();
    const program = `
      import { openAsBlob } from 'node:fs';
      import { createClient, uploadApp } from 'gantry/client';
      const [url, apiKey, projectId, file] = process.argv.slice(1);
      const blob = await openAsBlob(file);
      const client = createClient({ url, apiKey });
      const before = process.resourceUsage().maxRSS;
      const upload = { projectId, filename: 'a.zip', size: blob.size, open: () => blob, onProgress() {} };
      const code = await uploadApp(client, upload).catch((error) => error.code);
      console.log(JSON.stringify({ code, grownKiB: process.resourceUsage().maxRSS - before }));`;
    const options = ['--input-type=module', '-e', program];
    const { stdout } = await run(process.execPath, [
      ...options,
      ...[place.service.url, adminKey, place.service.projectId, place.file],
    ]);
    const { code, grownKiB } = JSON.parse(stdout);
    expect(code).toBe('InvalidApp');
    expect(grownKiB).toBeLessThan(150 * 1024);
  });
});

async function openPlace(settings: Record<string, string> = {}) {
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

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
