import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page, Position } from '../../kernel/page.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** How many records one page looks at: what matches seldom is found over several pages, each of which costs the same. */
const looksAt = 5_000;

export type Condition = RawBuilder<SqlBool>;

export interface Search {
  table: keyof Tables;
  /** The column that decides between records of the same time. */
  id: string;
  /** What is wanted of each record that matches, beside its time and its id. */
  columns: RawBuilder<unknown>;
  /** What an index answers in the order of the list: only records with it are looked at. */
  within: readonly Condition[];
  /** What is judged record by record. */
  matching: readonly Condition[];
  order?: 'newest first' | 'oldest first';
}

export interface FoundPage<Row> {
  rows: Row[];
  /** Where the next page begins; null when nothing is left. */
  next: Position | null;
}

/** A page of what matches. It may be short, or empty, although others follow: no page looks at more than its share. */
export async function lookThrough<Row>(
  db: Database,
  { table, id, columns, within, matching, order = 'newest first' }: Search,
  { after, limit }: Page,
): Promise<FoundPage<Row>> {
  const name = sql.table(table);
  const direction = sql.raw(order === 'newest first' ? 'desc' : 'asc');
  const inOrder = sql`created_at ${direction}, ${sql.ref(id)} ${direction}`;
  const behind =
    after === undefined
      ? []
      : [
          sql<SqlBool>`(created_at, ${sql.ref(id)}) ${sql.raw(order === 'newest first' ? '<' : '>')} (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        ];
  // The rows in between keep the order of the index, so that nothing is sorted and nothing is read behind the page. The inner
  // limit is one that the planner can't see: where it takes all that the index gives for fewer, it would sort them.
  const { rows } = await sql<Row & LookedAtRow>`
    select ${columns}, created_at as place_time, ${sql.ref(id)} as place_id, matches, place = ${looksAt} as is_last
    from (
      select looked_at.*, row_number() over (order by ${inOrder}) as place, ${all(matching)} as matches
      from (
        select * from ${name} where ${all([...within, ...behind])} order by ${inOrder} limit (select ${looksAt}::int)
      ) as looked_at
    ) as ${name}
    where matches or place = ${looksAt}
    order by ${inOrder}
    limit ${limit}
  `.execute(db);
  const found = rows.filter(({ matches }) => matches);
  const shown = found.slice(0, limit - 1);
  const last = found.length === limit ? shown.at(-1) : rows.find(({ is_last }) => is_last);
  return { rows: shown, next: last === undefined ? null : { createdAt: last.place_time, id: last.place_id } };
}

interface LookedAtRow {
  place_time: Date;
  place_id: string;
  /** Null counts as false, as in a condition. */
  matches: boolean | null;
  is_last: boolean;
}

/** Of a list that is sorted newest first: what comes after the page before. */
export function isAfter(position: Position | undefined): Condition {
  if (position === undefined) return sql`true`;
  return sql`(created_at, id) < (${position.createdAt}::timestamptz, ${position.id}::uuid)`;
}

/** When records were made: from the one time on, and before the other. */
export function createdWithin({ from, to }: { from?: Date | undefined; to?: Date | undefined }): Condition[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at < ${to}`]),
  ];
}

function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
