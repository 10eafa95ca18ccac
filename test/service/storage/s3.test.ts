import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ObjectStore } from '../../../src/service/storage/object-store.ts';
import { createS3Store, type S3Options } from '../../../src/service/storage/s3.ts';
import { quietPort } from '../../support/ports.ts';
import { type S3Server, startS3rver } from '../../support/s3-servers.ts';

const key = 'files/project/build.apk';
const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };

function storeOf(options: Partial<S3Options>): ObjectStore {
  const store = createS3Store({ bucket: 'gantry', region: 'us-east-1', credentials, ...options });
  onTestFinished(() => store.close());
  return store;
}

describe('a presigned URL of S3', () => {
  const nowMs = Date.parse('2030-01-01T00:00:00.700Z');
  const sign = (options: Partial<S3Options>, seconds: number) =>
    storeOf({ clock: { now: () => nowMs }, ...options }).presignPut({
      key,
      size: 1234,
      expiresAt: new Date(nowMs + seconds * 1000),
    });

  it('binds the length and nothing of the content', async () => {
    const { searchParams } = new URL(await sign({ endpoint: 'http://s3.internal:9000' }, 1800));
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    expect([...searchParams.keys()].filter((name) => /checksum|content-type/i.test(name))).toEqual([]);
  });

  it('lasts until the given time by the given clock', async () => {
    const { searchParams } = new URL(await sign({ endpoint: 'http://s3.internal:9000' }, 1800));
    expect(searchParams.get('X-Amz-Date')).toBe('20300101T000000Z');
    expect(searchParams.get('X-Amz-Expires')).toBe('1800');
    await expect(sign({}, 0)).rejects.toBeInstanceOf(RangeError);
    await expect(sign({}, 8 * 24 * 3600)).rejects.toBeInstanceOf(RangeError);
  });

  it('is on the public endpoint where there is one, by path; on AWS by host', async () => {
    const endpoint = 'http://s3.internal:9000';
    const publicEndpoint = 'https://files.example';
    expect(await sign({ endpoint }, 60)).toMatch(
      /^http:\/\/s3\.internal:9000\/gantry\/files\/project\/build\.apk\?/,
    );
    expect(await sign({ endpoint, publicEndpoint }, 60)).toMatch(
      /^https:\/\/files\.example\/gantry\/files\//,
    );
    expect(await sign({}, 60)).toMatch(/^https:\/\/gantry\.s3\.us-east-1\.amazonaws\.com\/files\//);
  });
});

describe('an S3 server that fails', () => {
  it("is an Unavailable when it can't be reached", async () => {
    const store = storeOf({ endpoint: `http://127.0.0.1:${await quietPort()}` });
    const calls = [
      () => store.head(key),
      () => store.read(key),
      () => store.check(),
      () => store.delete([key]),
      () => store.sweep(),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'Unavailable', cause: { code: 'ECONNREFUSED' } });
    }
  });

  it('is an Unavailable when it breaks in the middle of an object', async () => {
    const { endpoint } = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': 1000 });
      res.write(randomBytes(100), () => res.destroy());
    });
    const body = await storeOf({ endpoint }).read(key);
    await expect(buffer(body)).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it('is an Unavailable when it ignores a range', async () => {
    const { endpoint } = await serving((_req, res) => res.end('0123456789'));
    const store = storeOf({ endpoint });
    await expect(store.read(key, { start: 5, end: 6 })).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await text(await store.read(key, { start: 0, end: 2 }))).toBe('012');
  });

  it('has its refusals of single keys reported', async () => {
    const { endpoint } = await serving((_req, res) =>
      res.end(
        '<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>',
      ),
    );
    await expect(storeOf({ endpoint }).delete([key])).rejects.toMatchObject({
      code: 'Unavailable',
      cause: { message: expect.stringMatching('AccessDenied') },
    });
  });

  it('gets single deletes where it has no bulk call', async () => {
    const deleted: (string | undefined)[] = [];
    const { endpoint } = await serving((req, res) => {
      if (req.method === 'DELETE') deleted.push(req.url);
      res.writeHead(req.method === 'DELETE' ? 204 : 501).end();
    });
    const keys = Array.from({ length: 40 }, (_, index) => `files/p/${index}`);
    await storeOf({ endpoint }).delete(keys);
    expect(deleted.map((url) => url?.split('?')[0]).sort()).toEqual(
      keys.map((one) => `/gantry/${one}`).sort(),
    );
  });

  it('gets its half-done parts aborted', async () => {
    const seen: string[] = [];
    const { endpoint } = await serving((req, res) => {
      const { searchParams } = new URL(req.url ?? '', 'http://x');
      seen.push(
        `${req.method} ${searchParams.has('uploads') ? 'start' : searchParams.has('partNumber') ? 'part' : 'end'}`,
      );
      if (searchParams.has('uploads')) {
        res.end('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
      } else {
        res.writeHead(req.method === 'DELETE' ? 204 : 403).end();
      }
    });
    const body = Readable.from([randomBytes(20 * 1024 ** 2)]);
    await expect(storeOf({ endpoint }).write(key, body)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(seen.at(0)).toBe('POST start');
    expect(seen.at(-1)).toBe('DELETE end');
  });

  it('gets uploads in parts aborted by the sweep when they are a day old', async () => {
    const nowMs = Date.parse('2030-01-02T12:00:00Z');
    const aborted: (string | null)[] = [];
    const upload = (id: string, at: string) =>
      `<Upload><Key>files/p/a</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`;
    const { endpoint } = await serving((req, res) => {
      const { searchParams } = new URL(req.url ?? '', 'http://x');
      if (req.method === 'DELETE') aborted.push(searchParams.get('uploadId'));
      if (req.method === 'DELETE' || searchParams.get('prefix') !== 'files/') {
        res.end(req.method === 'DELETE' ? '' : '<ListMultipartUploadsResult/>');
        return;
      }
      const second = searchParams.get('key-marker') === 'files/p/a';
      const page = second
        ? upload('old-2', '2030-01-01T11:00:00Z')
        : `${upload('old', '2030-01-01T11:59:00Z')}${upload('new', '2030-01-01T12:01:00Z')}<IsTruncated>true</IsTruncated><NextKeyMarker>files/p/a</NextKeyMarker>`;
      res.end(`<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`);
    });
    await storeOf({ endpoint, clock: { now: () => nowMs } }).sweep();
    expect(aborted).toEqual(['old', 'old-2']);
  });
});

describe('an S3 server that refuses', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3rver();
  });
  afterAll(() => server?.stop());

  it.each([
    ['a wrong secret', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } }],
    ['an unknown key', { credentials }],
    ['a bucket that is not there', { bucket: 'nowhere' }],
  ])('%s is an Unavailable with the cause', async (_name, change) => {
    const store = storeOf({ ...server, ...change });
    await expect(store.check()).rejects.toMatchObject({ code: 'Unavailable', cause: expect.any(Error) });
    await expect(store.read(key)).rejects.toMatchObject({ code: 'Unavailable' });
    await expect(store.write(key, Readable.from(['x']))).rejects.toMatchObject({ code: 'Unavailable' });
  });
});

/** A server that answers as told, for faults that no real one shows on demand. */
async function serving(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer((req, res) => {
    req.resume().once('end', () => answer(req, res));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  return { endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}
