import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { decodeCursor, encodeCursor, type Page, type Position } from '../../kernel/page.ts';
import { validationError } from './validation.ts';

/** One more than the page shows: it tells whether there is a next page without counting. */
export function pageOf(
  query: { limit?: number; cursor?: string },
  isId: (id: string) => boolean = isUuid,
): Page {
  const limit = (query.limit ?? 1_000) + 1;
  if (query.cursor === undefined) return { limit };
  const after = decodeCursor(query.cursor);
  if (after === null || !isId(after.id)) {
    throw validationError([{ path: 'cursor', message: 'must come from an earlier page' }]);
  }
  return { limit, after };
}

interface PagedCall {
  request: FastifyRequest;
  reply: FastifyReply;
  publicUrl: string;
}

/** Cuts the extra row off and names the next page, in the `Link` header and for the body; null on the last page. */
export function showPage<Row>(
  page: Page,
  rows: Row[],
  positionOf: (row: Row) => Position,
  call: PagedCall,
): { shown: Row[]; nextCursor: string | null } {
  const nextCursor = nextCursorOf(page, rows, positionOf);
  linkNext(nextCursor, call);
  return { shown: rows.slice(0, page.limit - 1), nextCursor };
}

/** Names the next page in the `Link` header, if there is one. */
export function linkNext(cursor: string | null, { request, reply, publicUrl }: PagedCall): void {
  if (cursor === null) return;
  // Only path and query: a request line may carry a whole URL, whose host is the caller's own word.
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const next = new URL(publicUrl + pathname + search);
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.href}>; rel="next"`);
}

function nextCursorOf<Row>(page: Page, rows: Row[], positionOf: (row: Row) => Position): string | null {
  const last = rows[page.limit - 2];
  return rows.length === page.limit && last !== undefined ? encodeCursor(positionOf(last)) : null;
}
