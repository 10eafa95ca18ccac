import { createHash } from 'node:crypto';
import { type DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3';

export interface S3Connection {
  region: string;
  /** Absent: AWS itself. */
  endpoint?: string | undefined;
  /** Absent: the SDK looks for them (environment, profile, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

export interface S3Clients {
  client: S3Client;
  /** For calls that keep the server busy before it answers. */
  slowClient: S3Client;
}

/** The longest silence that is waited for. */
const patienceMs = { quick: 60_000, slow: 15 * 60_000 } as const;

export function createClient(connection: S3Connection, patience: keyof typeof patienceMs): S3Client {
  const { region, endpoint, credentials } = connection;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Otherwise a presigned URL binds the checksum of an empty body, and servers refuse headers they don't know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: patienceMs[patience],
      socketTimeout: patienceMs[patience],
      throwOnRequestTimeout: true,
    },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      trimBucketPath(args.request);
      return await next(args);
    },
    { step: 'build', name: 'trimBucketPath' },
  );
  return client;
}

/** Every server takes Content-MD5 for this call; many know no other checksum and refuse it without one. */
export function useContentMd5(command: DeleteObjectsCommand): void {
  command.middlewareStack.add(
    (next) => async (args) => {
      const { request } = args;
      if (!isRequest(request) || typeof request.body !== 'string')
        throw new TypeError('a body of text is expected');
      for (const name of Object.keys(request.headers)) {
        if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) delete request.headers[name];
      }
      request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64');
      return await next(args);
    },
    { step: 'build', priority: 'low', name: 'useContentMd5' },
  );
}

/** The SDK asks for `/bucket/`; some servers verify the signature of `/bucket`, which all accept. */
function trimBucketPath(request: unknown): void {
  if (isRequest(request) && request.path.length > 1 && request.path.endsWith('/')) {
    request.path = request.path.slice(0, -1);
  }
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

function isRequest(request: unknown): request is Request {
  return typeof request === 'object' && request !== null && 'path' in request && 'headers' in request;
}
