import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { unavailable } from '../../kernel/errors.ts';
import { SizeMismatch } from './object-store.ts';
import type { S3Clients } from './s3-client.ts';
import { calling, isGoneUpload, isUnsupported } from './s3-fault.ts';

/** 1,000 parts, the least limit among servers, make 8 GiB. A body in parts can be retried, a stream can't. */
const partBytes = 8 * 1024 * 1024;
const parallelParts = 2;

interface ObjectAddress {
  Bucket: string;
  Key: string;
}

/** Stores what a stream holds, in memory for a few parts; resolves to its size. Nothing is stored if it throws. */
export async function upload(
  clients: S3Clients,
  object: ObjectAddress,
  body: Readable,
  size: number | undefined,
): Promise<number> {
  const parts = numberedParts(body, size);
  const first = await parts.next();
  const second = await parts.next();
  const firstBytes = first.value?.bytes ?? Buffer.alloc(0);
  if (second.value === undefined) {
    await calling(() => clients.client.send(new PutObjectCommand({ ...object, Body: firstBytes })));
    return firstBytes.length;
  }
  return await uploadInParts(clients, object, rejoined([first.value, second.value], parts));
}

interface Part {
  number: number;
  bytes: Buffer;
}

async function uploadInParts(
  clients: S3Clients,
  object: ObjectAddress,
  parts: AsyncGenerator<Part>,
): Promise<number> {
  const { client, slowClient } = clients;
  const { UploadId } = await calling(() => client.send(new CreateMultipartUploadCommand(object)));
  const done: CompletedPart[] = [];
  let size = 0;
  const uploadParts = async () => {
    for await (const { number: PartNumber, bytes } of parts) {
      const command = new UploadPartCommand({ ...object, UploadId, PartNumber, Body: bytes });
      const { ETag } = await calling(() => client.send(command));
      done.push({ PartNumber, ETag });
      size += bytes.length;
    }
  };
  try {
    // All of them must have ended before an abort: a part that arrives after it would stay and be paid for.
    const ends = await Promise.allSettled(Array.from({ length: parallelParts }, uploadParts));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const Parts = done.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    await calling(() =>
      slowClient.send(
        new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }),
      ),
    );
    return size;
  } catch (error) {
    // What can't be aborted now is found by the sweep.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
    throw error;
  }
}

/** Parts of equal size but for the last; throws `SizeMismatch` as soon as it is known. */
async function* numberedParts(body: Readable, size: number | undefined): AsyncGenerator<Part, undefined> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let total = 0;
  let number = 1;
  for await (const data of body) {
    const chunk: Buffer = Buffer.isBuffer(data) ? data : Buffer.from(data);
    total += chunk.length;
    if (size !== undefined && total > size) throw new SizeMismatch(size, total);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    while (waitingBytes >= partBytes) {
      const joined = Buffer.concat(waiting);
      yield { number, bytes: joined.subarray(0, partBytes) };
      number += 1;
      waiting = [joined.subarray(partBytes)];
      waitingBytes -= partBytes;
    }
  }
  if (size !== undefined && total < size) throw new SizeMismatch(size, total);
  if (waitingBytes > 0) yield { number, bytes: Buffer.concat(waiting) };
  return undefined;
}

async function* rejoined(
  head: (Part | undefined)[],
  tail: AsyncGenerator<Part, undefined>,
): AsyncGenerator<Part> {
  for (const part of head) if (part !== undefined) yield part;
  yield* tail;
}

/** Aborts the uploads in parts that began before `before` and that no one will complete. */
export async function abortStaleUploads(
  client: S3Client,
  bucket: string,
  prefix: string,
  before: number,
): Promise<void> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await listUploads(client, bucket, prefix, next);
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Initiated === undefined || Initiated.getTime() >= before) continue;
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        .catch((error: unknown) => {
          if (!isGoneUpload(error)) throw unavailable('storage', error);
        });
    }
    if (page?.NextKeyMarker === undefined || page.IsTruncated !== true) return;
    next = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}

async function listUploads(
  client: S3Client,
  bucket: string,
  prefix: string,
  from: { KeyMarker?: string; UploadIdMarker?: string },
): Promise<ListMultipartUploadsCommandOutput | null> {
  try {
    return await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }));
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw unavailable('storage', error);
  }
}
