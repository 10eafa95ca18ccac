import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { type ErrorCode, errorStatus } from '../../kernel/errors.ts';
import { ErrorBody } from './answer-error.ts';
import type { Access } from './authorize.ts';
import type { HttpServer } from './parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's own errors. Those that follow from its declaration are added, and must not be repeated here. */
    errors?: readonly ErrorCode[];
  }
}

/**
 * How the operations of a tag are declared: who may call them unless one says otherwise, and for each its id, its schemas and
 * what else is its own.
 */
export function operationsOf(tag: string, usualAccess: Access) {
  return <Schema extends FastifySchema>(
    operationId: string,
    declared: Schema & Pick<FastifyContextConfig, 'access' | 'errors' | 'isStream'>,
  ): { config: FastifyContextConfig; schema: Schema } => {
    const { access = usualAccess, errors = [], isStream = false } = declared;
    return { config: { access, errors, isStream }, schema: { ...declared, tags: [tag], operationId } };
  };
}

/** Of an address that is no operation of the API: it is in no document, and everybody may call it. */
export const unlisted = { config: { access: 'public' }, schema: { hide: true } } as const;

/** Must come before the routes. Access is closed by default: a route that does not declare it stops the start. */
export function useRouteDeclarations(app: HttpServer): void {
  app.addHook('onRoute', (route) => {
    const { access, errors: own = [] } = route.config ?? {};
    const name = `${route.method} ${route.url}`;
    if (access === undefined) throw new TypeError(`${name} does not declare its access`);
    if (!route.schema || route.schema.hide) return;
    const derived = errorsOf(route, route.schema, access);
    const repeated = own.find((code) => derived.includes(code));
    if (repeated !== undefined)
      throw new TypeError(`${name} repeats ${repeated}, which every such route has`);
    const successes = route.schema.response as object;
    route.schema = { ...route.schema, response: { ...errorAnswers([...derived, ...own]), ...successes } };
  });
}

/** The errors that follow from what a route declares. */
function errorsOf({ method, url }: RouteOptions, schema: FastifySchema, access: Access): ErrorCode[] {
  const takesBody = [method].flat().some((name) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(name));
  const { params, querystring, headers, body } = schema;
  const namesResource = JSON.stringify([params, querystring, body]).includes('"x-resource"');
  const takesIdempotencyKey = JSON.stringify(headers ?? {}).includes('"idempotency-key"');
  return [
    // Also without parameters: the path may have a broken escape, the head may be too large.
    'ValidationError',
    'Unavailable',
    ...(access === 'public' ? [] : (['Unauthorized', 'Forbidden', 'RateLimited'] as const)),
    ...(url.includes(':') || namesResource ? (['NotFound'] as const) : []),
    ...(takesIdempotencyKey ? (['Conflict'] as const) : []),
    ...(takesBody ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
  ];
}

function errorAnswers(codes: readonly ErrorCode[]): Record<number, object> {
  const answers: Record<number, object> = {};
  for (const code of codes) {
    const status = errorStatus[code];
    const alike = codes.filter((other) => errorStatus[other] === status);
    answers[status] = { ...ErrorBody, description: alike.join(' or ') };
  }
  return answers;
}
