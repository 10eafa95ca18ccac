import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { type OpenUpload, openUpload, receiveUpload, type StagingStore } from '../apps/receive-upload.ts';
import type { UrlSigner, Verdict } from '../storage/signed-url.ts';
import { readFile } from './file-routes.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: OpenUpload | null;
  }
}

const idleTimeoutMs = 60_000;
const lingerMs = 5_000;

/** Signed URLs into the data directory. With S3, callers send their binaries there and fetch them there; this is absent. */
export function storageRoutes(
  app: HttpServer,
  parts: Parts & { staging: StagingStore; signer: UrlSigner },
): void {
  const { db, store, staging, signer, metrics } = parts;

  app.get<{ Params: { '*': string } }>('/storage/*', unlisted, async (request, reply) => {
    const { key, query } = signed(request);
    const { filename } = allowed(signer.verifyGet({ key, query }));
    const found = orNotFound(await store.head(key), 'file');
    const body = await readFile(store, key);
    return reply
      .type('application/octet-stream')
      .header('content-length', found.size)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(body);
  });

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
        config: { access: 'public', takesLongBodies: true },
        onRequest: async (request) => {
          request.upload = await openUpload(db, acceptPut(signer, request));
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

type StorageRequest = FastifyRequest<{ Params: { '*': string } }>;

function signed(request: StorageRequest): { key: string; query: Record<string, unknown> } {
  return { key: request.params['*'], query: request.query as Record<string, unknown> };
}

function allowed<Allowed>(verdict: Verdict<Allowed>): Allowed {
  if (verdict.ok) return verdict;
  throw new PublicError(
    'Forbidden',
    verdict.reason === 'expired'
      ? 'This storage URL has expired; request a new one.'
      : 'The signature of this storage URL is wrong; use the URL exactly as the service returned it.',
  );
}

function acceptPut(signer: UrlSigner, request: StorageRequest): { key: string; size: number } {
  const { key, query } = signed(request);
  const { size } = allowed(signer.verifyPut({ key, query }));
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) !== size) {
    throw new PublicError(
      'UploadMismatch',
      `This URL takes exactly ${size} bytes, but ${announced} were announced.`,
    );
  }
  return { key, size };
}

/** Only the caller's silence counts, not the time that our disk takes before and after the last byte. */
function cutWhenIdle(raw: IncomingMessage): void {
  raw.setTimeout(idleTimeoutMs, () => {
    if (!raw.isPaused()) raw.destroy(new Error('the upload stood still for too long'));
  });
  raw.on('resume', () => raw.setTimeout(idleTimeoutMs));
  raw.once('end', () => raw.setTimeout(0));
}

/** A caller that is still sending reads the answer only if we keep taking bytes for a moment. */
function lingerThenClose({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}
