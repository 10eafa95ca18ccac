import type { Readable } from 'node:stream';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { findAppIcon } from '../apps/app-store.ts';
import type { Database } from '../database/database.ts';
import { findBaselineFile } from '../runs/baseline-store.ts';
import { findRunFile } from '../runs/run-store.ts';
import { ObjectMissing, type ObjectStore } from '../storage/object-store.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';

type FindFile = (
  db: Database,
  id: string,
  name: string,
) => Promise<{ objectKey: string; contentType: string } | null>;

/**
 * Screenshots, approved pictures and icons, which never change. Their names are unguessable: everyone who has the address
 * may look, as long as the run or the baseline is kept, or the app listed.
 */
export function fileRoutes(app: HttpServer, { db, store }: Parts): void {
  serve('/runs/:runId/files/:name', findRunFile);
  serve('/baselines/:id/files/:name', findBaselineFile);
  serve('/apps/:appId/files/:name', findAppIcon);

  function serve(path: string, find: FindFile): void {
    app.get<{ Params: Record<string, string> }>(path, unlisted, async (request, reply) => {
      const { name = '', ...owner } = request.params;
      const [id = ''] = Object.values(owner);
      const isAddress = isUuid(id) && /^[\w.]{1,100}$/.test(name);
      const { objectKey, contentType } = orNotFound(isAddress ? await find(db, id, name) : null, 'file');
      const body = await readFile(store, objectKey);
      return reply
        .type(contentType)
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(body);
    });
  }
}

export function readFile(store: ObjectStore, key: string): Promise<Readable> {
  return store.read(key).catch((error: unknown) => {
    throw error instanceof ObjectMissing ? notFound('file') : error;
  });
}
