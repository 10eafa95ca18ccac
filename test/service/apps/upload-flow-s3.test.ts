import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3rver } from '../../support/s3-servers.ts';
import { call, eventually, startTestService, type TestService } from '../../support/service.ts';
import { builds, confirm, initiate, put } from '../../support/uploads.ts';

describe('with S3', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3rver();
  });
  afterAll(() => s3.stop());

  const start = () =>
    startTestService({
      settings: {
        GANTRY_S3_BUCKET: s3.bucket,
        GANTRY_S3_ENDPOINT: s3.endpoint,
        GANTRY_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
        GANTRY_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      },
    });

  /** This server lets anyone list, which spares the test a signature. */
  const keysOf = async (service: TestService) => {
    const listing = await (await fetch(`${s3.endpoint}/${s3.bucket}?list-type=2`)).text();
    return [...listing.matchAll(/<Key>([^<]+)<\/Key>/g)]
      .map(([, key = '']) => key)
      .filter((key) => key.includes(service.projectId));
  };

  it('a build goes straight to the store, becomes a record, and leaves no byte behind when it is deleted', async () => {
    const service = await start();
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, builds.ios.filename, bytes.length);
    expect(ticket.uploadUrl.startsWith(s3.endpoint)).toBe(true);
    expect(await confirm(service, ticket)).toMatchObject({
      status: 409,
      body: { error: 'UploadIncomplete' },
    });
    expect((await put(ticket.uploadUrl, bytes.subarray(1))).status).toBe(403);
    expect((await put(ticket.uploadUrl, bytes)).status).toBe(200);
    const { status, body } = await confirm(service, ticket);
    expect({ status, bundleId: body.app.bundleId }).toEqual({ status: 201, bundleId: 'io.appium.TestApp' });
    await eventually(async () => {
      const keys = await keysOf(service);
      expect(keys).toEqual([expect.stringMatching(/^apps\//)]);
    });
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${body.app.id}`);
    await eventually(async () => expect(await keysOf(service)).toEqual([]));
  });

  it('a PUT after confirm can not touch the record, and the sweep removes it', async () => {
    const service = await start();
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, builds.ios.filename, bytes.length);
    await put(ticket.uploadUrl, bytes);
    const first = await confirm(service, ticket);
    await eventually(async () => expect(await keysOf(service)).toHaveLength(1));
    expect((await put(ticket.uploadUrl, Buffer.alloc(bytes.length))).status).toBe(200);
    expect((await confirm(service, ticket)).body).toEqual(first.body);
    await service.query(`update upload_tickets set expires_at = now() - interval '61 minutes'`);
    await eventually(async () => expect(await keysOf(service)).toEqual([expect.stringMatching(/^apps\//)]));
  });

  it("has no route for uploads of its own, and says when the store can't be reached", async () => {
    const service = await start();
    expect((await call(`${service.url}/storage/files/x`, 'PUT', 'x')).status).toBe(404);
    expect((await call(`${service.url}/readyz`, 'GET')).status).toBe(200);
    const broken = await startTestService({
      settings: {
        GANTRY_S3_BUCKET: 'b',
        GANTRY_S3_ENDPOINT: 'http://127.0.0.1:1',
        GANTRY_S3_ACCESS_KEY_ID: 'a',
        GANTRY_S3_SECRET_ACCESS_KEY: 'b',
      },
    });
    const unready = await call(`${broken.url}/readyz`, 'GET');
    expect(unready).toMatchObject({
      status: 503,
      body: { error: 'Unavailable', message: "The storage can't be used at the moment." },
    });
    const ticket = await initiate(broken, 'a.apk', 10);
    const refused = await confirm(broken, ticket);
    expect(refused).toMatchObject({ status: 503, body: { error: 'Unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
  });
});
