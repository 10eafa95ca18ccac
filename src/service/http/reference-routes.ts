import type { FastifyInstance } from 'fastify';
import { openApiPath } from './openapi.ts';
import { pagePolicy, renderReference } from './reference-page.ts';

/** The OpenAPI document, and the same as a page that people read; each is made when it is first asked for. */
export function referenceRoutes(app: FastifyInstance): void {
  const document = once(() => JSON.stringify(app.swagger()));
  const page = once(() => renderReference(app.swagger()));
  app.get(openApiPath, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page()),
  );
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
