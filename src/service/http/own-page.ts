import type { FastifyRequest } from 'fastify';
import { PublicError } from '../../kernel/errors.ts';
import { parseUrl } from '../../kernel/url.ts';

/**
 * Of a call that a cookie authorizes: the browser adds it by itself, so the page that sent the call must be ours.
 * Without `Sec-Fetch-Site`, as over plain http, reading is let through: another site's page can't see the answer.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const sender = senderOf(request, publicUrl);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (sender === 'foreign' || (sender === 'unsaid' && !isRead)) throw fromElsewhere();
}

/** Of a call that needs no cookie but sets one: a program that is no browser says nothing, and may. */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string): void {
  if (senderOf(request, publicUrl) === 'foreign') throw fromElsewhere();
}

/** `same-site` is foreign: a page on another port of this host is that. */
function senderOf({ headers }: FastifyRequest, publicUrl: string): 'own' | 'foreign' | 'unsaid' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unsaid';
  const sender = parseUrl(origin);
  if (sender === null) return 'foreign';
  return [host?.toLowerCase(), new URL(publicUrl).host].includes(sender.host) ? 'own' : 'foreign';
}

function fromElsewhere(): PublicError {
  return new PublicError(
    'Forbidden',
    "A session is good for calls of the service's own pages alone; send an API key from anywhere else.",
  );
}
