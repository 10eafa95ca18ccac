import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { answerError, errorBody } from './answer-error.ts';
import { keyOf } from './authorize.ts';
import { limitOpenHeads } from './open-heads.ts';
import type { HttpServer, Parts } from './parts.ts';

const jsonBodyBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
const jsonBodyTimeoutMs = 30_000;
const headTimeoutMs = 15_000;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

interface BaseServer {
  app: HttpServer;
  isClosing: () => boolean;
}

/** What every port of the service has in common: limits, records, errors, and headers where a route sets no others. */
export function createBaseServer(
  parts: Pick<Parts, 'log' | 'metrics' | 'trustProxy'>,
  moreHeaders: Readonly<Record<string, string>> = {},
): BaseServer {
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
  }).withTypeProvider<TypeBoxTypeProvider>();
  limitOpenHeads(app.server, parts.log);
  useExpectContinue(app);
  useBodyTimeout(app);
  useRequestRecords(app, parts.metrics);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const headers = Object.entries({ ...securityHeaders, ...moreHeaders });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  app.setErrorHandler(answerError);
  return { app, isClosing: () => closing };
}

/** `100 Continue` is sent only when a request has passed its checks: a refused upload never leaves the caller. */
function useExpectContinue(app: HttpServer): void {
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
function useRequestRecords(app: HttpServer, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Before the body is read: an unknown address answers 404, whatever the body.
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

function useBodyTimeout(app: HttpServer): void {
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

/** Fastify never sees input that is not HTTP, so the error is written by hand, in the usual shape. */
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
  // Ended and destroyed: a client that sends half a request and then nothing must not keep a descriptor.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function sentenceFor({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are too large; send at most 16 KiB.';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? 'The request took too long to arrive; send it again.'
    : 'This is no HTTP request.';
}
