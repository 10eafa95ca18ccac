import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Principal } from '../projects/api-key.ts';
import type { Authenticate, Credential } from '../projects/authenticate.ts';
import { requireOwnPage } from './own-page.ts';
import type { HttpServer } from './parts.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { sessionToken } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. A public route has no caller: reading it there throws. */
    readonly principal: Principal;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/**
 * Who may call a route: `admin` is for management, `project` for keys that may act in the project that the path names,
 * `public` for everybody. A route without it stops the start.
 */
export type Access = 'admin' | 'project' | 'public';

export interface CallLimits {
  /** By address. Only failures are counted: behind a shared one, one caller's wrong key must not lock out the others. */
  failures: RateLimiter;
  /** By the public part of the key. */
  requests: RateLimiter | null;
}

const failedPerSecond = 1;
const failedBurst = 20;

export function createCallLimits(options: { requestsPerSecond: number; clock: Clock }): CallLimits {
  const { requestsPerSecond: perSecond, clock } = options;
  return {
    failures: createRateLimiter({ perSecond: failedPerSecond, burst: failedBurst, clock }),
    requests: perSecond === 0 ? null : createRateLimiter({ perSecond, burst: perSecond, clock }),
  };
}

/** Runs before a body is read: what is refused here costs the service nothing more. */
export function useAuthorization(
  app: HttpServer,
  options: { authenticate: Authenticate; limits: CallLimits; publicUrl: () => string },
): void {
  const { authenticate, limits, publicUrl } = options;

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
    const credential = credentialOf(request, publicUrl());
    if ('session' in credential) requireOwnPage(request, publicUrl());
    const principal = await authenticate(credential);
    if (principal === null) throw unauthorized(credential, request, limits);
    limits.requests?.spend(principal.publicId);
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
  return principal.kind === 'admin' ? null : principal.projectId;
}

/** A cookie counts only where no key is sent. */
export function credentialOf(request: FastifyRequest, publicUrl: string): Credential {
  const { authorization } = request.headers;
  const session = authorization === undefined ? sessionToken(request, publicUrl) : null;
  if (session !== null) return { session };
  const [, key = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return { key };
}

/** The pages of a browser whose session has ended all ask at once, and must learn just that: they are not counted. */
function unauthorized(credential: Credential, request: FastifyRequest, limits: CallLimits): PublicError {
  if ('session' in credential)
    return new PublicError('Unauthorized', 'The session has ended; sign in again.');
  limits.failures.spend(request.ip);
  return new PublicError('Unauthorized', 'Send a valid API key as "Authorization: Bearer gk_…".');
}

/** A foreign project answers exactly as one that does not exist. */
function requireProject(request: FastifyRequest, principal: Principal): void {
  const { projectId } = request.params as Readonly<Record<string, string>>;
  if (principal.kind === 'project' && projectId !== undefined && principal.projectId !== projectId)
    throw notFound('project');
}
