import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveUpload, type StagingStore } from '../apps/receive-upload.ts';
import { PublicError } from '../kernel/errors.ts';
import type { UrlSigner } from '../storage/signed-url.ts';
import type { Parts } from './parts.ts';

const idleTimeoutMs = 60_000;
const lingerMs = 5_000;

/** The PUT of a signed URL into the data directory. With S3, callers send their binaries there and this is absent. */
export function storageRoutes(
  app: FastifyInstance,
  parts: Parts & { staging: StagingStore; signer: UrlSigner },
): void {
  const { db, staging, signer, metrics } = parts;

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.put<{ Params: { '*': string } }>(
      '/storage/*',
      {
        schema: { hide: true },
        config: { takesLongBodies: true },
        onRequest: async (request) => void verify(signer, request),
        onError: async (request) => lingerThenClose(request),
      },
      async (request, reply) => {
        const { raw } = request;
        raw.setTimeout(idleTimeoutMs, () => raw.destroy(new Error('the upload stood still for too long')));
        const { key, size } = verify(signer, request);
        await receiveUpload({ db, store: staging }, { key, size, body: raw });
        metrics.uploadedBytes.inc(size);
        return reply.code(200).send();
      },
    );
  });
}

function verify(
  signer: UrlSigner,
  request: FastifyRequest<{ Params: { '*': string } }>,
): { key: string; size: number } {
  const key = request.params['*'];
  const verdict = signer.verify({ key, query: request.query as Record<string, unknown> });
  if (!verdict.ok) {
    throw new PublicError(
      'Forbidden',
      verdict.reason === 'expired'
        ? 'The time of this upload URL is over; ask for a new one.'
        : 'The signature of this upload URL is not right; use the URL exactly as it was given.',
    );
  }
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) !== verdict.size) {
    throw new PublicError(
      'UploadMismatch',
      `This URL takes exactly ${verdict.size} bytes, but ${announced} were announced.`,
    );
  }
  return { key, size: verdict.size };
}

/** A caller that is still sending reads the answer only if we go on taking bytes for a moment. */
function lingerThenClose({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}
