import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './database.js';

/** Holds rows, so that calls which need them meet. */
export interface Holder {
  /** Locks the one row of `<table> where <condition>` as its deletion would. */
  hold(row: string, values: unknown[]): Promise<void>;
  /** Makes these calls one after the other, each as soon as the one before waits for the row or is answered; then lets it go. */
  meet<Reply>(calls: ReadonlyArray<() => Promise<Reply>>): Promise<Reply[]>;
  query(text: string): Promise<unknown>;
}

/** Not by `pg_stat_activity`, which a transaction sees as it was at first. */
const waitingForUs = `
  with recursive behind(pid) as (
    select pg_backend_pid()
    union
    select waiting.pid from (select distinct pid from pg_locks where not granted) as waiting
    join behind on behind.pid = any (pg_blocking_pids(waiting.pid))
  )
  select count(*)::int - 1 as count from behind`;

export async function connectHolder(
  { databaseUrl }: { databaseUrl: string },
  atEnd: AtEnd = onTestFinished,
): Promise<Holder> {
  const client = new pg.Client(databaseUrl);
  // After a failure the database is dropped under it.
  client.on('error', () => undefined);
  await client.connect();
  atEnd(() => client.end());
  return {
    query: (text) => client.query(text),
    async hold(row, values) {
      await client.query('begin');
      const { rowCount } = await client.query(`select from ${row} for update`, values);
      if (rowCount !== 1) throw new Error(`${rowCount} rows are held: ${row}`);
    },
    async meet<Reply>(calls: ReadonlyArray<() => Promise<Reply>>) {
      const answers: Array<Promise<Reply>> = [];
      let answered = 0;
      const count = () => {
        answered += 1;
      };
      for (const call of calls) {
        const answer = call();
        answers.push(answer);
        answer.then(count, count);
        while (answered + (await waiting()) < answers.length);
      }
      await client.query('commit');
      return Promise.all(answers);
    },
  };

  async function waiting(): Promise<number> {
    const { rows } = await client.query<{ count: number }>(waitingForUs);
    return rows[0]?.count ?? 0;
  }
}
