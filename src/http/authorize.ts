import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import { notFound, PublicError } from '../kernel/errors.ts';
import type { Principal } from '../projects/api-key.ts';
import type { Authenticate } from '../projects/authenticate.ts';
import { createRateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. A public route has nobody: reading it there throws. */
    readonly principal: Principal;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/**
 * Who may call a route: `admin` is for management, `project` for whoever may act in the project that the path names,
 * `public` for everybody. A route without it stops the start.
 */
export type Access = 'admin' | 'project' | 'public';

const failedPerSecond = 1;
const failedBurst = 20;

/** Runs before a body is read: what is refused here costs the service nothing more. */
export function useAuthorization(
  app: FastifyInstance,
  options: { authenticate: Authenticate; requestsPerSecond: number; clock: Clock },
): void {
  const { authenticate, requestsPerSecond, clock } = options;
  const failures = createRateLimiter({ perSecond: failedPerSecond, burst: failedBurst, clock });
  const requests =
    requestsPerSecond === 0
      ? null
      : createRateLimiter({ perSecond: requestsPerSecond, burst: requestsPerSecond, clock });

  app.decorateRequest('principal', {
    getter() {
      const principal = principals.get(this);
      if (principal === undefined) throw new TypeError('a public route has no principal');
      return principal;
    },
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'public') return;
    const principal = await authenticate(bearerToken(request));
    if (principal === null) {
      // Only failures are counted: behind a shared address, one caller's wrong key must not lock out the others.
      failures.spend(request.ip);
      throw new PublicError('Unauthorized', 'Send a valid API key as "Authorization: Bearer gk_…".');
    }
    requests?.spend(principal.publicId);
    principals.set(request, principal);
    if (access !== 'project' && principal.kind !== 'admin') {
      throw new PublicError(
        'Forbidden',
        'This call needs an admin key; a project key is for the work within its project.',
      );
    }
    requireProject(request, principal);
  });
}

const principals = new WeakMap<FastifyRequest, Principal>();

/** The public part of the key that a request came with, for the log; nothing where none was needed or right. */
export function keyOf(request: FastifyRequest): string | undefined {
  return principals.get(request)?.publicId;
}

/** The one project in which a caller may look; null stands for all of them. */
export function visibleProject(principal: Principal): string | null {
  switch (principal.kind) {
    case 'admin':
      return null;
    case 'project':
      return principal.projectId;
  }
}

function bearerToken(request: FastifyRequest): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** A foreign project answers exactly as one that does not exist. */
function requireProject(request: FastifyRequest, principal: Principal): void {
  const { projectId } = request.params as Readonly<Record<string, string>>;
  if (principal.kind === 'project' && projectId !== undefined && principal.projectId !== projectId)
    throw notFound('project');
}
