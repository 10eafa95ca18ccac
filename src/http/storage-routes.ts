import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenUpload, openUpload, receiveUpload, type StagingStore } from '../apps/receive-upload.ts';
import { PublicError } from '../kernel/errors.ts';
import type { UrlSigner } from '../storage/signed-url.ts';
import type { Parts } from './parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: OpenUpload | null;
  }
}

const idleTimeoutMs = 60_000;
const lingerMs = 5_000;

/** The PUT of a signed URL into the data directory. With S3, callers send their binaries there and this is absent. */
export function storageRoutes(
  app: FastifyInstance,
  parts: Parts & { staging: StagingStore; signer: UrlSigner },
): void {
  const { db, staging, signer, metrics } = parts;

  app.register(async (scope) => {
    scope.decorateRequest('upload', null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async ({ raw }) => {
      // Whatever the caller wrote there, even what is no media type at all, is right.
      raw.headers['content-type'] = 'application/octet-stream';
    });

    scope.put<{ Params: { '*': string } }>(
      '/storage/*',
      {
        schema: { hide: true },
        config: { takesLongBodies: true },
        onRequest: async (request) => {
          request.upload = await openUpload(db, verify(signer, request));
        },
        onError: async (request) => lingerThenClose(request),
      },
      async (request, reply) => {
        const { raw, upload } = request;
        if (upload === null) throw new TypeError('the upload was not opened');
        cutWhenIdle(raw);
        await receiveUpload({ db, store: staging }, upload, raw);
        metrics.uploadedBytes.inc(upload.size);
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

/** Only the caller's silence counts, not the time that our disk takes before and after the last byte. */
function cutWhenIdle(raw: IncomingMessage): void {
  raw.setTimeout(idleTimeoutMs, () => {
    if (!raw.isPaused()) raw.destroy(new Error('the upload stood still for too long'));
  });
  raw.on('resume', () => raw.setTimeout(idleTimeoutMs));
  raw.once('end', () => raw.setTimeout(0));
}

/** A caller that is still sending reads the answer only if we go on taking bytes for a moment. */
function lingerThenClose({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}
