import { createBaseServer } from './base-server.ts';
import { fileRoutes } from './file-routes.ts';
import type { HttpServer, Parts } from './parts.ts';
import { useRouteDeclarations } from './route-declaration.ts';
import { traceViewerRoutes } from './trace-viewer-routes.ts';

/**
 * What comes from tested pages and apps, and the viewer that shows it: on a port of its own, since another port is another origin.
 * No key, session or call of the API is known here.
 */
export async function createFilesServer(parts: Parts): Promise<HttpServer> {
  const { app } = createBaseServer(parts);
  useRouteDeclarations(app);
  fileRoutes(app, parts);
  await traceViewerRoutes(app, parts);
  return app;
}
