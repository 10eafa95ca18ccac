import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/service/database/database.ts';

export interface Explained {
  /** The steps of the plan, each before those that it reads from, with the table where it is one. */
  steps: string;
  /** Read, from memory or from the disk. */
  pages: number;
}

/** What PostgreSQL does for a statement with its values. It is carried out and taken back. */
export async function explain(
  url: string,
  { sql: statement, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<Explained> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = (text: string) => client.query(`${text} ${statement}`, [...parameters]);
  try {
    await client.query('begin');
    // The first look of a connection reads the catalogue too.
    await query('explain');
    const { rows } = await query('explain (analyze, buffers, format json)');
    await client.query('rollback');
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return { steps: stepsOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  } finally {
    await client.end();
  }
}

/** How many rows of a table its one connection has read by now, by indexes or one after the other. */
export async function rowsRead(db: Database, table: string): Promise<number> {
  // A connection tells of what it has read once a second otherwise.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = ${table}`.execute(
    db,
  );
  return Number(rows[0]?.read);
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

function stepsOf(plan: Plan): string {
  const table = plan['Relation Name'];
  const step = table === undefined ? plan['Node Type'] : `${plan['Node Type']} on ${table}`;
  return [step, ...(plan.Plans ?? []).map(stepsOf)].join(', ');
}
