import type { FastifyRequest } from 'fastify';
import { sessionSeconds } from '../projects/session.ts';

export const cookieName = 'gantry_session';

/** Cookies know no ports: two services on one host would end each other's sessions under one name. */
function nameFor(publicUrl: string): string {
  const { port } = new URL(publicUrl);
  return port === '' ? cookieName : `${cookieName}_${port}`;
}

/** The token that a browser has sent, or null. */
export function sessionToken({ headers }: FastifyRequest, publicUrl: string): string | null {
  const wanted = nameFor(publicUrl);
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name = '', value] = pair.split('=', 2);
    if (name.trim() === wanted && value !== undefined) return value.trim();
  }
  return null;
}

/**
 * For the API alone: cookies know no ports, and on the next port of the same host are files that others wrote. Null takes
 * the token away that the browser has.
 */
export function sessionCookie(publicUrl: string, token: string | null): string {
  const { protocol, pathname } = new URL(publicUrl);
  return [
    `${nameFor(publicUrl)}=${token ?? ''}`,
    `Path=${pathname.replace(/\/+$/, '')}/api/v1`,
    `Max-Age=${token === null ? 0 : sessionSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}
