import { z } from 'zod';

export const listLimit = z.int().min(1).max(500).default(50);

/** One more than is shown says whether there are more. */
export function withOneMore<Query extends { limit: number }>(query: Query): Query {
  return { ...query, limit: query.limit + 1 };
}

export function listed<Item>(
  found: readonly Item[],
  limit: number,
  { nouns, line }: { nouns: string; line(item: Item): string },
): { records: Item[]; hasMore: boolean; text: string } {
  const records = found.slice(0, limit);
  const hasMore = found.length > limit;
  const more = hasMore ? [`There are more ${nouns}: narrow the list or raise limit.`] : [];
  const text =
    records.length === 0 ? `There are no such ${nouns}.` : [...records.map(line), ...more].join('\n');
  return { records, hasMore, text };
}
