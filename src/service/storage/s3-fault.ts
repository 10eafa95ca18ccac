import { S3ServiceException } from '@aws-sdk/client-s3';
import { unavailable } from '../../kernel/errors.ts';

/** Runs one request. Whatever fails is the operator's to mend: unreachable, overloaded, refused, misconfigured. */
export async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable('storage', briefly(error));
  }
}

/** What an operator needs of it; the error object itself carries the whole request. */
function briefly(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const status = error.$metadata.httpStatusCode;
  const hint = status === 404 ? ', is there such a bucket?' : status === 403 ? ', are the keys right?' : '';
  return new Error(`S3 answered ${status ?? 'nothing'}: ${error.name}${hint}`);
}

/** Not `NoSuchBucket`: a missing bucket is a fault, not a missing object. HEAD has no body to tell them apart. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

export function isOutOfRange(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
}

export function isGoneUpload(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload';
}

/** Some S3-compatible servers lack calls that are not about one object. */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode;
  return (
    status === 501 || status === 405 || error.name === 'NotImplemented' || error.name === 'MethodNotAllowed'
  );
}
