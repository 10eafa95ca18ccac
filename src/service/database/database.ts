import {
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { within } from '../../kernel/within.ts';
import { throwForMissingParent } from './missing-parent.ts';
import { asUnavailable, type DiskFault, isOutage, noAnswer } from './outage.ts';
import type { Tables } from './tables.ts';
import { againWhereUndone, isOutdated, wasUndone } from './undone.ts';

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  poolSize: number;
  log: Log;
  /** What is known to be wrong with the disk of the database. */
  diskFault?: () => DiskFault | null;
  /** None for migrations, which may wait long for another process. */
  limits?: DatabaseLimits;
}

export interface DatabaseLimits {
  /** For a connection: one of the pool that is free, or a new one. */
  connectionMs: number;
  /** For a statement, kept by the server. */
  statementMs: number;
  /**
   * From the wish for a connection to the answer to a statement, kept by us: a server that is frozen keeps no limit. A
   * statement has what the wait for its connection has left.
   */
  answerMs: number;
}

/** A caller gets an answer within five seconds, also when the database gives none. */
export const forCallers: DatabaseLimits = { connectionMs: 3_000, statementMs: 3_500, answerMs: 4_000 };

/** Nobody waits for a worker. Each of its statements reads an index or a batch, so that one which takes longer waits for a lock. */
export const forWorkers: DatabaseLimits = { connectionMs: 5_000, statementMs: 15_000, answerMs: 18_000 };

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

const idleInTransactionMs = 10_000;
const connectionMs = 5_000;

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { limits, diskFault } = options;
  const refuse = (error: unknown) => {
    throwForMissingParent(error);
    return asUnavailable(error, diskFault);
  };
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    connectionTimeoutMillis: limits?.connectionMs ?? connectionMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'gantry',
    types: { getTypeParser },
    ...(limits && {
      statement_timeout: limits.statementMs,
      // A process that froze in the middle of a transaction must not keep its locks for long.
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  });
  // Both listeners are needed: the pool speaks only of idle clients, and an unheard error ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'a database connection was lost'));
  });
  const db = new RetryingDatabase({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => {
          const since = performance.now();
          const client = await pool.connect().catch(refuse);
          return guarded(client, limits && limits.answerMs - (performance.now() - since), refuse);
        },
        end: () => pool.end(),
      },
    }),
  });
  return { db, pool, close: () => db.destroy() };
}

class RetryingDatabase extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: <Result>(work: (trx: DatabaseTransaction) => Promise<Result>) =>
        againWhereUndone(() => execute(work)),
    });
  }
}

const preparedMark = '/* prepared */';

/**
 * The statement, parsed and planned once for each connection. It may only read tables that do not swing between empty and
 * full: docs/decisions/0048-statements-are-planned-each-time.md says why every other one is planned each time.
 */
export function prepared<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql`${sql.raw(preparedMark)} ${statement}`;
}

const preparedNames = new Map<string, string>();
let namesGiven = 0;

function preparedName(text: string): string | undefined {
  if (!text.startsWith(preparedMark)) return undefined;
  const name = preparedNames.get(text) ?? `gantry_${++namesGiven}`;
  preparedNames.set(text, name);
  return name;
}

function guarded(
  client: pg.PoolClient,
  answerMs: number | undefined,
  refuse: (error: unknown) => never,
): PostgresPoolClient {
  let brokenBy: unknown = null;
  let isInTransaction = false;
  const query = (text: string, values: readonly unknown[] = []) => {
    if (text === 'begin') isInTransaction = true;
    // A transaction that is undone begins again as a whole.
    return isInTransaction ? queryOnce(text, values) : againWhereUndone(() => queryOnce(text, values));
  };
  const queryOnce = async (text: string, values: readonly unknown[]) => {
    // The rollback of a transaction whose connection fell silent would only wait a second time, for as long.
    if (brokenBy !== null) refuse(brokenBy);
    try {
      const answer = client.query({ name: preparedName(text), text, values: [...values] });
      return await (answerMs === undefined ? answer : within(answerMs, answer, noAnswer));
    } catch (error) {
      // Under its name the statement stays as it was prepared; under a new one it is prepared for the table as it is.
      if (isOutdated(error)) preparedNames.delete(text);
      // A connection that still waits for an answer is closed when it is released, and never serves again.
      if (isOutage(error) && !wasUndone(error)) brokenBy = error;
      return refuse(error);
    }
  };
  return {
    // Kysely's second signature takes a cursor; it calls that one only for streaming, which nothing here does.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(brokenBy !== null),
  };
}

const int8 = 20;

/** Our eight-byte integers are byte counts and row numbers, far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
