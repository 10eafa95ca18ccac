import { openApiPath } from './openapi.ts';
import type { HttpServer } from './parts.ts';
import { pagePolicy, renderReference } from './reference-page.ts';
import { unlisted } from './route-declaration.ts';

/** The OpenAPI document, and the same as a page that people read; each is made when it is first asked for. */
export function referenceRoutes(app: HttpServer): void {
  const document = once(() => JSON.stringify(app.swagger()));
  const page = once(() => renderReference(app.swagger()));
  app.get(openApiPath, unlisted, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', unlisted, async (_request, reply) =>
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
