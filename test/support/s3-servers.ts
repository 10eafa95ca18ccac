import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startChildServer } from './child-server.ts';

export interface S3Server {
  endpoint: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
}

/** Its packages are those of the tests. */
const tests = join(import.meta.dirname, '..');
const python = '/usr/bin/python3';

export async function startS3rver(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-s3rver-'));
  const server = await startChildServer(process.execPath, ['-e', s3rverSource, directory], tests);
  return {
    endpoint: `http://127.0.0.1:${server.ready.port}`,
    bucket: 'gantry',
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const s3rverSource = `
const S3rver = require('@20minutes/s3rver');
const server = new S3rver({
  address: '127.0.0.1', port: 0, silent: true, directory: process.argv[1], configureBuckets: [{ name: 'gantry' }],
});
server.on('error', () => {});
server.run().then(({ port }) => console.log(JSON.stringify({ port })));
process.stdin.resume().on('end', () => process.exit());
`;

export function swiftIsInstalled(): boolean {
  return spawnSync(python, ['-c', 'import swift.proxy.server, swift.obj.server']).status === 0;
}

export async function startSwift(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-swift-'));
  const script = join(import.meta.dirname, 'swift-cluster.py');
  const server = await startChildServer(python, ['-B', script, directory], directory);
  const stop = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const { port, unusable } = server.ready;
  if (typeof unusable === 'string') {
    await stop();
    throw new Error(unusable);
  }
  const swift: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'gantry',
    region: 'us-east-1',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    stop,
  };
  await createBucket(swift);
  return swift;
}

async function createBucket({ endpoint, region, credentials, bucket }: S3Server): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}
