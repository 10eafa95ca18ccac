import type { FastifyInstance } from 'fastify';
import { openApiPath } from './openapi.ts';
import { pagePolicy, renderReference } from './reference-page.ts';

/** The OpenAPI document, and the same as a page that people read; both are made once, when the routes are known. */
export function referenceRoutes(app: FastifyInstance): void {
  let document = '';
  let page = '';
  app.addHook('onReady', async () => {
    const description = app.swagger();
    document = JSON.stringify(description);
    page = renderReference(description);
  });
  app.get(openApiPath, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page),
  );
}
