import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { eventually, startTestService } from '../../support/service.js';
import { builds, confirm, initiate, put, stored, uploaded } from '../../support/uploads.js';
import { buildZip } from '../../support/zip-writer.ts';
import { machO } from '../inspect/mach-o-builder.ts';
import { xmlPlist } from '../inspect/plist-samples.ts';
import { buildTarGz } from '../inspect/sources.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('an upload in three steps', () => {
  it('turns a real Android build into a record read from the binary itself', async () => {
    const service = await startTestService();
    const bytes = await builds.android.bytes();
    const initiated = await service.call('POST', `/projects/${service.projectId}/mobile/upload`, {
      filename: 'shop-2.1.APK',
      fileSize: bytes.length,
      removeAfter: 3600,
    });
    expect(initiated.status).toBe(200);
    expect(initiated.body).toEqual({
      uploadUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/storage\/files\//),
      storageKey: expect.stringMatching(new RegExp(`^files/${service.projectId}/[0-9a-f-]{36}\\.apk$`)),
      filename: 'shop-2.1.APK',
      fileSize: bytes.length,
      removeAfter: 3600,
    });

    expect((await put(initiated.body.uploadUrl, bytes)).status).toBe(200);

    const confirmed = await confirm(service, initiated.body, { removeAfter: 60 });
    expect(confirmed.status).toBe(201);
    const { app } = confirmed.body;
    expect(app).toEqual({
      id: expect.stringMatching(uuid),
      platform: 'android',
      filename: 'shop-2.1',
      bundleId: 'io.appium.android.apis',
      appVersion: null,
      buildVersion: null,
      builtFor: null,
      architectures: [],
      fileSize: bytes.length,
      source: 'api_upload',
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      removeAfter: 60,
      iconUrl: expect.stringContaining(`${service.service.filesUrl}/apps/`),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Date.parse(app.expiresAt) - Date.parse(app.createdAt)).toBe(60_000);

    const listed = await service.call('GET', `/projects/${service.projectId}/mobile`);
    expect(listed).toMatchObject({ status: 200, body: { apps: [app] } });
    expect(Object.keys(listed.body)).toEqual(['apps']);
  });

  it('turns a real iOS build into a permanent record when removeAfter is omitted or null', async () => {
    const service = await startTestService();
    const app = await uploaded(service, builds.ios, { removeAfter: null });
    expect(app).toMatchObject({
      platform: 'ios',
      filename: 'TestApp',
      bundleId: 'io.appium.TestApp',
      expiresAt: null,
      removeAfter: null,
    });
  });

  it('echoes removeAfter in the ticket only when it was requested', async () => {
    const service = await startTestService();
    const ticket = await initiate(service, 'a.apk', 10);
    expect(Object.keys(ticket)).toEqual(['uploadUrl', 'storageKey', 'filename', 'fileSize']);
  });

  it('gives the same record with 200 when the same confirm is repeated', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const first = await confirm(service, ticket);
    const again = await confirm(service, ticket, { removeAfter: 5 });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
  });

  it('makes one record out of twenty confirms at once, and keeps one copy of the bytes', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(service, ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toHaveLength(1));
  });

  it('answers 409 to a confirm before the binary is there, and takes the binary afterwards', async () => {
    const service = await startTestService();
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, 'TestApp.app.zip', bytes.length);
    expect(await confirm(service, ticket)).toMatchObject({
      status: 409,
      body: { error: 'UploadIncomplete' },
    });
    await put(ticket.uploadUrl, bytes);
    expect((await confirm(service, ticket)).status).toBe(201);
  });

  it('answers 422 to a filename or fileSize that differ from step 1, naming both', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    const answer = await confirm(service, ticket, { filename: 'Other.app.zip', fileSize: 1 });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'UploadMismatch', details: [{ path: 'filename' }, { path: 'fileSize' }] },
    });
    expect(await confirm(service, ticket, { fileSize: 1 })).toMatchObject({
      status: 422,
      body: { error: 'UploadMismatch' },
    });
    expect((await confirm(service, ticket)).status).toBe(201);
    expect(await confirm(service, ticket, { fileSize: 1 })).toMatchObject({
      status: 422,
      body: { error: 'UploadMismatch' },
    });
  });

  it('answers 422 to a file that is no app, keeps nothing of it, and takes a right one in its place', async () => {
    const service = await startTestService();
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, 'TestApp.app.zip', bytes.length);
    await put(ticket.uploadUrl, Buffer.alloc(bytes.length, 'no app'));
    const refused = await confirm(service, ticket);
    expect(refused).toMatchObject({ status: 422, body: { error: 'InvalidApp' } });
    expect(refused.body.message).toMatch(/\w+.*\.$/);
    await eventually(async () => expect(await objectsIn(service.dataDir)).toEqual([ticket.storageKey]));
    await put(ticket.uploadUrl, bytes);
    expect((await confirm(service, ticket)).status).toBe(201);
  });

  it.each(['Shop.app.zip', 'Shop.app.tar.gz'])(
    'answers 422 to an archive that holds a file twice, also in other words: %s',
    async (filename) => {
      const service = await startTestService();
      const infoOf = (id: string) => xmlPlist({ CFBundleIdentifier: id, CFBundleExecutable: 'Shop' });
      const files = [
        { name: 'Shop.app/Info.plist', data: infoOf('com.example.shop') },
        { name: 'Shop.app/./Info.plist', data: infoOf('com.example.other') },
        { name: 'Shop.app/Shop', data: machO('arm64', { platform: 7 }) },
      ];
      const bytes = filename.endsWith('.zip') ? buildZip(files) : await buildTarGz(files);
      const ticket = await initiate(service, filename, bytes.length);
      await put(ticket.uploadUrl, bytes);
      expect(await confirm(service, ticket)).toMatchObject({
        status: 422,
        body: {
          error: 'InvalidApp',
          message: 'The archive holds more than one entry named "Shop.app/Info.plist".',
        },
      });
    },
  );
});

describe('the PUT into the data directory', () => {
  it('replaces a finished one until confirm, whatever its Content-Type', async () => {
    const service = await startTestService();
    const bytes = await builds.ios.bytes();
    const ticket = await initiate(service, 'TestApp.app.zip', bytes.length);
    expect((await put(ticket.uploadUrl, Buffer.alloc(bytes.length))).status).toBe(200);
    expect((await put(ticket.uploadUrl, bytes, { 'content-type': 'application/zip' })).status).toBe(200);
    expect((await confirm(service, ticket)).status).toBe(201);
  });

  it.each(['foo', ';;', 'application/json', 'text/plain; charset=x'])(
    'takes any Content-Type, also %j',
    async (type) => {
      const service = await startTestService();
      const ticket = await initiate(service, 'a.apk', 4);
      expect((await put(ticket.uploadUrl, Buffer.from('1234'), { 'content-type': type })).status).toBe(200);
    },
  );

  it('answers 409 after confirm and leaves the record alone', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    await confirm(service, ticket);
    const late = await put(ticket.uploadUrl, Buffer.alloc(ticket.fileSize));
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: 'Conflict', requestId: expect.any(String) });
    await eventually(async () => expect(await objectsIn(service.dataDir)).toHaveLength(1));
  });

  it('is refused before its bytes are sent when the caller asks first', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    await confirm(service, ticket);
    let isAsked = false;
    const status = await new Promise((resolve, reject) => {
      const sent = request(ticket.uploadUrl, {
        method: 'PUT',
        headers: { 'content-length': ticket.fileSize, expect: '100-continue' },
      });
      sent.on('continue', () => {
        isAsked = true;
      });
      sent.on('response', (response) => {
        resolve(response.resume().statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect({ status, isAsked }).toEqual({ status: 409, isAsked: false });
  });

  it('answers 403 to a tampered URL and to one whose time is over, in the one shape of errors', async () => {
    let nowMs = Date.now();
    const service = await startTestService({ clock: { now: () => nowMs } });
    const ticket = await initiate(service, 'a.apk', 4);
    const tampered = await put(ticket.uploadUrl.replace('size=4', 'size=5'), Buffer.from('12345'));
    expect(tampered.status).toBe(403);
    expect(await tampered.json()).toMatchObject({ error: 'Forbidden' });
    nowMs += 30 * 60_000 - 1_000;
    expect((await put(ticket.uploadUrl, Buffer.from('1234'))).status).toBe(200);
    nowMs += 1_000;
    const late = await put(ticket.uploadUrl, Buffer.from('1234'));
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({ message: expect.stringMatching(/expired/) });
  });

  it('refuses more or fewer bytes than announced and leaves nothing behind', async () => {
    const service = await startTestService();
    const ticket = await initiate(service, 'a.apk', 10);
    for (const length of [9, 11]) {
      const answer = await put(ticket.uploadUrl, Buffer.alloc(length));
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ error: 'UploadMismatch' });
    }
    const chunked = await fetch(ticket.uploadUrl, {
      method: 'PUT',
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.alloc(20));
          controller.close();
        },
      }),
    } as RequestInit);
    expect(chunked.status).toBe(422);
    expect(await objectsIn(service.dataDir)).toEqual([]);
  });

  it('never lets a URL in the log: neither signature nor path', async () => {
    const service = await startTestService();
    const ticket = await stored(service, builds.ios);
    await put(ticket.uploadUrl.replace('signature=', 'signature=0'), Buffer.from('x'));
    const signature = new URL(ticket.uploadUrl).searchParams.get('signature') ?? '';
    expect(service.logged()).not.toContain(signature);
    expect(service.logged()).toContain('/storage/*');
  });
});
