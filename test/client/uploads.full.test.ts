import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, uploadApp } from '../../src/client/index.ts';
import { startS3rver } from '../support/s3-servers.ts';
import { adminKey } from '../support/service.js';
import { build, openPlace } from './uploads.ts';

const run = promisify(execFile);

describe('an upload', () => {
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
