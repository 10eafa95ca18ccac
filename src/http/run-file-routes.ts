import type { FastifyInstance } from 'fastify';
import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { findRunFile } from '../runs/run-store.ts';
import { ObjectMissing } from '../storage/object-store.ts';
import type { Parts } from './parts.ts';

/** Screenshots. Their names are unguessable: whoever has the address may look, as long as the run is kept. */
export function runFileRoutes(app: FastifyInstance, { db, store }: Parts): void {
  app.get<{ Params: { runId: string; name: string } }>(
    '/runs/:runId/files/:name',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { runId, name } = request.params;
      const file = isUuid(runId) && /^[\w.]{1,100}$/.test(name) ? await findRunFile(db, runId, name) : null;
      if (file === null) throw notFound('file');
      const body = await store.read(file.objectKey).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? notFound('file') : error;
      });
      return reply
        .type(file.contentType)
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(body);
    },
  );
}
