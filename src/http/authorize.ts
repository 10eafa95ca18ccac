import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import { notFound, PublicError } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import type { Principal } from '../projects/api-key.ts';
import type { Authenticate } from '../projects/authenticate.ts';
import { createRateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Who may call a route: `admin` is for management, `project` for whoever may act in the project that the path names. */
    access?: 'admin' | 'project';
  }
}

const failedPerSecond = 1;
const failedBurst = 20;

/** Runs before a body is read: what is refused here costs the service nothing more. */
export function createAuthorizer(options: {
  authenticate: Authenticate;
  requestsPerSecond: number;
  clock: Clock;
}): onRequestAsyncHookHandler {
  const { authenticate, requestsPerSecond, clock } = options;
  const failures = createRateLimiter({ perSecond: failedPerSecond, burst: failedBurst, clock });
  const requests =
    requestsPerSecond === 0
      ? null
      : createRateLimiter({ perSecond: requestsPerSecond, burst: requestsPerSecond, clock });

  return async (request) => {
    const { access } = request.routeOptions.config;
    if (access === undefined) return;
    const principal = await authenticate(bearerToken(request));
    if (principal === null) {
      // Only failures are counted: behind a shared address, one caller's wrong key must not lock out the others.
      failures.spend(request.ip);
      throw new PublicError('Unauthorized', 'Send a valid API key as "Authorization: Bearer gk_…".');
    }
    requests?.spend(principal.publicId);
    request.principal = principal;
    if (access === 'admin' && principal.kind !== 'admin') {
      throw new PublicError(
        'Forbidden',
        'This call needs an admin key; a project key is for the work within its project.',
      );
    }
    requireProject(request, principal);
  };
}

function bearerToken(request: FastifyRequest): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** A foreign project answers exactly as one that does not exist. */
function requireProject(request: FastifyRequest, principal: Principal): void {
  const params = request.params as Readonly<Record<string, string>>;
  const { projectId } = params;
  if (projectId === undefined) return;
  if (!isUuid(projectId) || (principal.kind === 'project' && principal.projectId !== projectId))
    throw notFound('project');
}
