import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { unavailable } from '../../kernel/errors.ts';
import { inParallel } from './in-parallel.ts';
import { type S3Clients, useContentMd5 } from './s3-client.ts';
import { isMissing, isUnsupported } from './s3-fault.ts';

const keysPerRequest = 1000;
const parallelDeletes = 16;

export async function deleteObjects(
  clients: S3Clients,
  bucket: string,
  keys: readonly string[],
): Promise<void> {
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
