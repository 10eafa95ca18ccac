import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { unavailable } from '../../kernel/errors.ts';
import { inParallel } from './in-parallel.ts';
import { assertKey } from './key.ts';
import { ObjectMissing, type ObjectStore, type StoredObject } from './object-store.ts';
import { rangeLength, relay } from './relay.ts';
import { createClient, type S3Clients, type S3Connection, useContentMd5 } from './s3-client.ts';
import { calling, isMissing, isOutOfRange, isUnsupported } from './s3-fault.ts';
import { abortStaleUploads, upload } from './s3-upload.ts';

export interface S3Options extends S3Connection {
  bucket: string;
  /** Where the uploading side reaches the store, if that is elsewhere. */
  publicEndpoint?: string;
  clock?: Clock;
}

const staleUploadMs = 24 * 60 * 60 * 1000;
const longestSignatureSeconds = 7 * 24 * 60 * 60;

/** Any S3-compatible service as an object store. */
export function createS3Store(options: S3Options): ObjectStore {
  const { bucket, endpoint, publicEndpoint = endpoint, clock = systemClock } = options;
  const client = createClient(options, 'quick');
  const slowClient = createClient(options, 'slow');
  const publicClient = createClient({ ...options, endpoint: publicEndpoint }, 'quick');

  return {
    async presignPut({ key, size, expiresAt }) {
      const validity = validUntil(expiresAt);
      const command = new PutObjectCommand({ ...named(key), ContentLength: size });
      return await calling(() => getSignedUrl(publicClient, command, validity));
    },

    async presignGet({ key, filename, expiresAt }) {
      const validity = validUntil(expiresAt);
      const ResponseContentDisposition = `attachment; filename="${filename}"`;
      const command = new GetObjectCommand({ ...named(key), ResponseContentDisposition });
      return await calling(() => getSignedUrl(publicClient, command, validity));
    },

    head,

    async read(key, range) {
      const length = rangeLength(range);
      const command = new GetObjectCommand({ ...named(key), ...(range && { Range: rangeHeader(range) }) });
      try {
        const { Body: body, ContentRange: answered } = await client.send(command);
        if (!(body instanceof Readable)) throw new TypeError('the store answered without a body');
        if (range !== undefined && !startsAt(range.start, answered)) {
          body.destroy();
          throw new TypeError(`asked for ${rangeHeader(range)}, got ${answered ?? 'all of it'}`);
        }
        return relay(body, length);
      } catch (error) {
        if (isMissing(error)) throw new ObjectMissing(key);
        if (isOutOfRange(error)) return Readable.from([]);
        throw unavailable('storage', error);
      }
    },

    async promote(from, to) {
      assertKey(from);
      const CopySource = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/');
      const command = new CopyObjectCommand({ ...named(to), CopySource });
      try {
        await slowClient.send(command);
      } catch (error) {
        if (isMissing(error)) throw new ObjectMissing(from);
        throw unavailable('storage', error);
      }
      const copy = await head(to);
      if (copy === null) throw new ObjectMissing(to);
      return copy;
    },

    async write(key, body, size) {
      const target = named(key);
      try {
        return { size: await upload({ client, slowClient }, target, body, size) };
      } catch (error) {
        body.destroy();
        throw error;
      }
    },

    async delete(keys) {
      for (const key of keys) assertKey(key);
      await deleteObjects({ client, slowClient }, bucket, keys);
    },

    async check() {
      await calling(() => client.send(new HeadBucketCommand({ Bucket: bucket })));
    },

    async sweep() {
      const before = clock.now() - staleUploadMs;
      for (const prefix of ['files/', 'apps/', 'runs/'])
        await abortStaleUploads(client, bucket, prefix, before);
    },

    async close() {
      for (const one of [client, slowClient, publicClient]) one.destroy();
    },
  };

  async function head(key: string): Promise<StoredObject | null> {
    const command = new HeadObjectCommand(named(key));
    try {
      const { ContentLength: size } = await client.send(command);
      if (size === undefined) throw new TypeError('the store answered without a length');
      return { size };
    } catch (error) {
      if (isMissing(error)) return null;
      throw unavailable('storage', error);
    }
  }

  function validUntil(expiresAt: Date): { expiresIn: number; signingDate: Date } {
    const signingDate = new Date(Math.floor(clock.now() / 1000) * 1000);
    const expiresIn = Math.floor((expiresAt.getTime() - signingDate.getTime()) / 1000);
    if (expiresIn < 1 || expiresIn > longestSignatureSeconds)
      throw new RangeError(`can't sign for ${expiresIn} s`);
    return { expiresIn, signingDate };
  }

  function named(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: bucket, Key: key };
  }
}

function rangeHeader({ start, end }: { start: number; end: number }): string {
  return `bytes=${start}-${Number.isFinite(end) ? end : ''}`;
}

/** A server may answer a range with the whole object; only from byte 0 on is that of use. */
function startsAt(start: number, contentRange: string | undefined): boolean {
  return contentRange === undefined ? start === 0 : contentRange.startsWith(`bytes ${start}-`);
}

const keysPerRequest = 1000;
const parallelDeletes = 16;

async function deleteObjects(clients: S3Clients, bucket: string, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += keysPerRequest) {
    const batch = keys.slice(start, start + keysPerRequest);
    try {
      await deleteBatch(clients.slowClient, bucket, batch);
    } catch (error) {
      if (!isUnsupported(error)) throw unavailable('storage', error);
      await deleteSingly(clients.client, bucket, batch);
    }
  }
}

async function deleteBatch(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: bucket,
    Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
  });
  useContentMd5(command);
  const { Errors: errors = [] } = await client.send(command);
  const [first, ...more] = errors.filter(({ Code }) => Code !== 'NoSuchKey');
  if (first !== undefined) {
    throw new Error(`${first.Key} and ${more.length} more are not deleted: ${first.Code} ${first.Message}`);
  }
}

async function deleteSingly(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  await inParallel(keys, parallelDeletes, async (Key) => {
    try {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    } catch (error) {
      if (!isMissing(error)) throw unavailable('storage', error);
    }
  });
}
