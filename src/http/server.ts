import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { notFound, PublicError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { answerError, errorBody } from './answer-error.ts';
import { appRoutes } from './app-routes.ts';
import { createCallLimits, keyOf, useAuthorization } from './authorize.ts';
import { baselineFileRoutes, baselineRoutes } from './baseline-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { groupTestRoutes } from './group-test-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { limitOpenHeads } from './open-heads.ts';
import { useOpenApi } from './openapi.ts';
import { operationalRoutes } from './operational-routes.ts';
import type { Parts } from './parts.ts';
import { projectRoutes } from './project-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { useRouteDeclarations } from './route-declaration.ts';
import { runFileRoutes } from './run-file-routes.ts';
import { runRoutes } from './run-routes.ts';
import { runSummaryRoutes } from './run-summary-routes.ts';
import { useSerialization } from './serialization.ts';
import { sessionRoutes } from './session-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { stepRoutes } from './step-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { testRoutes } from './test-routes.ts';
import { triggerRoutes } from './trigger-routes.ts';
import { useValidation } from './validation.ts';
import { variableRoutes } from './variable-routes.ts';

const jsonBodyBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
const jsonBodyTimeoutMs = 30_000;
const headTimeoutMs = 15_000;

export async function createServer(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // The address that the nearest proxy saw; what stands before it in the header is the caller's own word.
    trustProxy: parts.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: jsonBodyBytes,
    // Uploads last as long as they last; the time of every other body is bounded below.
    requestTimeout: 0,
    http: { headersTimeout: headTimeoutMs, connectionsCheckingInterval: headTimeoutMs / 3 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerError,
  });
  limitOpenHeads(app.server, parts.log);
  useValidation(app);
  useSerialization(app);
  useExpectContinue(app);
  useBodyTimeout(app);
  useRequestRecords(app, parts.metrics);
  const limits = createCallLimits(parts);
  useAuthorization(app, { ...parts, limits });
  useRouteDeclarations(app);
  useJsonBodies(app);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    for (const [name, value] of Object.entries(securityHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
  app.addHook('preValidation', async (request) => {
    // Without a body every required member is missing, which says more than "body must be an object".
    request.body ??= {};
  });
  app.setErrorHandler(answerError);

  operationalRoutes(app, parts, () => closing);
  if (parts.servesApi) {
    await useOpenApi(app);
    await app.register(
      async (scope) => {
        const api = scope.withTypeProvider<TypeBoxTypeProvider>();
        appRoutes(api, parts);
        projectRoutes(api, parts);
        variableRoutes(api, parts);
        keyRoutes(api, parts);
        sessionRoutes(api, { ...parts, limits });
        runRoutes(api, parts);
        runSummaryRoutes(api, parts);
        statisticsRoutes(api, parts);
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
    runFileRoutes(app, parts);
    baselineFileRoutes(app, parts);
    if (parts.uploads !== null) storageRoutes(app, { ...parts, ...parts.uploads });
    await dashboardRoutes(app, parts);
  }
  return app;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** No body is an empty one, also under a `Content-Type` that promises JSON: many clients always send that. */
function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** `100 Continue` is sent only when a request has passed its checks: a refused upload never leaves the caller. */
function useExpectContinue(app: FastifyInstance): void {
  const awaiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaiting.add(request);
    app.server.emit('request', request, response);
  });
  // Node would answer 417 by itself to an expectation that it does not know; such a header is ignored.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (awaiting.delete(request.raw)) reply.raw.writeContinue();
    return payload;
  });
}

/** One line and one measurement per request. The route is named, never the URL: its path or query may be a secret. */
function useRequestRecords(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Before the body is read: an address that does not exist has no opinion on it.
    if (request.is404) throw notFound('address');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)';
    // How long a stream is followed says nothing about how fast it is answered.
    if (!request.routeOptions.config.isStream) {
      metrics.requestSeconds.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1_000,
      );
    }
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        key: keyOf(request),
      },
      'request',
    );
  });
}

function useBodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (request.routeOptions.config.takesLongBodies || raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), jsonBodyTimeoutMs);
    raw.once('close', () => clearTimeout(timer));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesLongBodies?: boolean;
    isStream?: boolean;
  }
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newId();
}

/** What is no HTTP at all never becomes a request; it gets the same shape of error, written by hand. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = newId();
  const body = JSON.stringify(errorBody(new PublicError('ValidationError', sentenceFor(error)), id));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  // Ended and destroyed: whoever sends half a request and then nothing must not keep a descriptor.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function sentenceFor({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are too large.';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? 'The request did not come in time.'
    : 'This is no HTTP request.';
}
