import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ErrorCode } from '../kernel/errors.ts';
import { answers } from './answers.ts';
import type { Access } from './authorize.ts';

/** Must come before the routes. Access is closed by default: the service does not start with a route that forgot to say. */
export function useRouteDeclarations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined) throw new TypeError(`${route.method} ${route.url} does not declare its access`);
    if (!route.schema || route.schema.hide) return;
    const { response } = route.schema as { response?: object };
    route.schema = { ...route.schema, response: { ...answers({}, errorsOf(route, access)), ...response } };
  });
}

/** What a call can end in before its handler is asked; the handler's own errors stand with the route. */
function errorsOf({ method, url }: RouteOptions, access: Access): ErrorCode[] {
  const methods = [method].flat();
  const takesBody = methods.some((name) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(name));
  return [
    // Also of a call without parameters: its path may have a broken escape, its head may be too large.
    'ValidationError',
    'Unavailable',
    ...(access === 'public' ? [] : (['Unauthorized', 'Forbidden', 'RateLimited'] as const)),
    ...(url.includes(':') ? (['NotFound'] as const) : []),
    ...(takesBody ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
  ];
}
