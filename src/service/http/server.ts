import type { onRequestAsyncHookHandler } from 'fastify';
import { version } from '../../kernel/version.ts';
import { appRoutes } from './app-routes.ts';
import { createCallLimits, useAuthorization } from './authorize.ts';
import { createBaseServer } from './base-server.ts';
import { baselineRoutes } from './baseline-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { environmentRoutes } from './environment-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { groupTestRoutes } from './group-test-routes.ts';
import { useJsonBodies } from './json-body.ts';
import { keyRoutes } from './key-routes.ts';
import { useOpenApi } from './openapi.ts';
import { operationalRoutes } from './operational-routes.ts';
import { usePageLinks } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { projectRoutes } from './project-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { useRouteDeclarations } from './route-declaration.ts';
import { runRoutes } from './run-routes.ts';
import { runSummaryRoutes } from './run-summary-routes.ts';
import { useSerialization } from './serialization.ts';
import { sessionRoutes } from './session-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { stepRoutes } from './step-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { testRoutes } from './test-routes.ts';
import { toolRoutes } from './tool-routes.ts';
import { triggerRoutes } from './trigger-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { useValidation } from './validation.ts';
import { variableRoutes } from './variable-routes.ts';
import { useWarnings } from './warnings.ts';

/** The API, the dashboard and the operational calls. */
export async function createServer(parts: Parts): Promise<HttpServer> {
  const { app, isClosing } = createBaseServer(parts, {
    'x-frame-options': 'DENY',
    'gantry-version': version,
  });
  useValidation(app);
  useSerialization(app);
  const limits = createCallLimits(parts);
  useAuthorization(app, { ...parts, limits });
  useRouteDeclarations(app);
  useJsonBodies(app);
  useWarnings(app);

  operationalRoutes(app, parts, isClosing);
  if (parts.servesApi) {
    await useOpenApi(app);
    await app.register(
      async (api: HttpServer) => {
        usePageLinks(api, parts.publicUrl);
        uploadRoutes(api, parts);
        appRoutes(api, parts);
        projectRoutes(api, parts);
        variableRoutes(api, parts);
        environmentRoutes(api, parts);
        keyRoutes(api, parts);
        sessionRoutes(api, { ...parts, limits });
        runRoutes(api, parts);
        runSummaryRoutes(api, parts);
        statisticsRoutes(api, parts);
        fleetRoutes(api, parts);
        stepRoutes(api, parts);
        testRoutes(api, parts);
        groupRoutes(api, parts);
        groupTestRoutes(api, parts);
        triggerRoutes(api, parts);
        batchRoutes(api, parts);
        baselineRoutes(api, parts);
        deliveryRoutes(api, parts);
        eventRoutes(api, parts);
      },
      { prefix: '/api/v1' },
    );
    referenceRoutes(app);
    await app.register(async (scope: HttpServer) => {
      scope.addHook('onRequest', redirectToFilesOrigin(parts));
      fileRoutes(scope, parts);
    });
    if (parts.uploads !== null) storageRoutes(app, { ...parts, ...parts.uploads });
    await toolRoutes(app);
    await dashboardRoutes(app, parts);
  }
  return app;
}

/** Results that were delivered before there was one name files here. */
function redirectToFilesOrigin({ publicUrl, filesUrl }: Parts): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (filesUrl() !== publicUrl()) return reply.redirect(filesUrl() + request.url, 308);
  };
}
