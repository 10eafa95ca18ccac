import { Type } from 'typebox';
import { isUuid } from '../../kernel/ids.ts';
import { decodeCursor, encodeCursor, type Page } from '../../kernel/page.ts';
import { nullable } from '../../kernel/schema.ts';
import type { HttpServer } from './parts.ts';
import { validationError } from './validation.ts';

/** What every list takes: how many records a page has, and where it starts. */
export function pageQuery({ usual = 1_000, most = 1_000 } = {}) {
  return {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'Records in one page' }),
    ),
    cursor: Type.Optional(
      Type.String({
        format: 'cursor',
        maxLength: 200,
        description: 'Where the page starts; taken from the Link header',
      }),
    ),
  };
}

export const TimeSpan = {
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created at this time or later' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created before this time' }),
  ),
};

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

/** Of a list, beside its records. */
export const NextCursor = nullable.text({
  description: 'The `cursor` of the next page; null on the last page, and where a list has only one',
});

export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** One more than the page shows: it tells whether there is a next page without counting. */
export function pageOf(query: PageQuery, isId: (id: string) => boolean = isUuid): Page {
  const limit = (query.limit ?? 1_000) + 1;
  if (query.cursor === undefined) return { limit };
  const after = decodeCursor(query.cursor);
  if (after === null || !isId(after.id)) {
    throw validationError([{ path: 'cursor', message: 'must come from an earlier page' }]);
  }
  return { limit, after };
}

/** The rows that a page shows, and where the next one starts; null on the last page. */
export async function readPage<Row extends { created_at: Date; id: string }>(
  query: PageQuery,
  list: (page: Page) => Promise<Row[]>,
  isId?: (id: string) => boolean,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const page = pageOf(query, isId);
  const found = await list(page);
  const rows = found.slice(0, page.limit - 1);
  const last = found.length === page.limit ? rows.at(-1) : undefined;
  const nextCursor = last === undefined ? null : encodeCursor({ createdAt: last.created_at, id: last.id });
  return { rows, nextCursor };
}

/** Names the page that `nextCursor` begins in the `Link` header too. Must come before the routes. */
export function usePageLinks(api: HttpServer, publicUrl: () => string): void {
  api.addHook('preSerialization', async (request, reply, answer: { nextCursor?: string | null } | null) => {
    const nextCursor = answer?.nextCursor ?? null;
    if (nextCursor === null) return answer;
    // Only path and query: a request line may carry a whole URL, whose host is the caller's own word.
    const { pathname, search } = new URL(request.url, 'http://localhost');
    const next = new URL(publicUrl() + pathname + search);
    next.searchParams.set('cursor', nextCursor);
    reply.header('link', `<${next.href}>; rel="next"`);
    return answer;
  });
}
