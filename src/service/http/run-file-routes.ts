import type { FastifyReply } from 'fastify';
import { notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { findRunFile } from '../runs/run-store.ts';
import { ObjectMissing, type ObjectStore } from '../storage/object-store.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';

/** Screenshots. Their names are unguessable: everyone who has the address may look, as long as the run is kept. */
export function runFileRoutes(app: HttpServer, { db, store }: Parts): void {
  app.get<{ Params: { runId: string; name: string } }>(
    '/runs/:runId/files/:name',
    unlisted,
    async (request, reply) => {
      const { runId, name } = request.params;
      const file = isUuid(runId) && isFileName(name) ? await findRunFile(db, runId, name) : null;
      if (file === null) throw notFound('file');
      return sendFile(reply, store, file);
    },
  );
}

export function isFileName(name: string): boolean {
  return /^[\w.]{1,100}$/.test(name);
}

/** A file that never changes. */
export async function sendFile(
  reply: FastifyReply,
  store: ObjectStore,
  { objectKey, contentType }: { objectKey: string; contentType: string },
): Promise<FastifyReply> {
  const body = await store.read(objectKey).catch((error: unknown) => {
    throw error instanceof ObjectMissing ? notFound('file') : error;
  });
  return reply
    .type(contentType)
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(body);
}
