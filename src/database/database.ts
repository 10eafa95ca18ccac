import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { asUnavailable, isOutage } from './outage.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  poolSize: number;
  log: Log;
  /** Off for migrations, which may wait long for another process. */
  statementTimeoutMs?: number;
  /** Of the server, for each connection. */
  parameters?: Readonly<Record<string, string>>;
}

/**
 * A prepared statement keeps its plan; these keep that plan good, however empty the tables were when it was made. A claim
 * that PostgreSQL loses in a crash leaves the job due, so it need not wait for the disk.
 */
export const forClaims: DatabaseOptions['parameters'] = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  synchronous_commit: 'off',
};

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

const idleInTransactionMs = 10_000;

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'gantry',
    ...(options.parameters && { options: asFlags(options.parameters) }),
    types: { getTypeParser },
    ...(options.statementTimeoutMs && {
      statement_timeout: options.statementTimeoutMs,
      // The server's own limit never comes back when the connection was cut without notice; this one does.
      query_timeout: options.statementTimeoutMs + 3_000,
      // A process that froze in the middle of a transaction must not keep its locks for long.
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  });
  // Both listeners are needed: the pool speaks only of idle clients, and an unheard error ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'a database connection was lost'));
  });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => preparing(await pool.connect().catch(asUnavailable)),
        end: () => pool.end(),
      },
    }),
  });
  return { db, pool, close: () => db.destroy() };
}

function asFlags(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Begins the text of a statement that is not to be prepared. PostgreSQL keeps the plan of a prepared one; for a table that
 * swings between empty and a million rows, the plan that was right for the empty one reads all of it for each row.
 */
export const planEachTime = '/* plan each time */';

const preparingClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

/** Sends each parameterised statement under a name, so that PostgreSQL parses and plans it once per connection. */
function preparing(client: pg.PoolClient): PostgresPoolClient {
  let wrapped = preparingClients.get(client);
  if (wrapped === undefined) {
    let brokenBy: unknown = null;
    const query = async (text: string, values: readonly unknown[] = []) => {
      // The rollback of a transaction whose connection fell silent would only wait a second time, for as long.
      if (brokenBy !== null) asUnavailable(brokenBy);
      try {
        const named = values.length > 0 && !text.startsWith(planEachTime) && { name: statementName(text) };
        return await client.query({ text, values: [...values], ...named });
      } catch (error) {
        if (isOutage(error)) brokenBy = error;
        return asUnavailable(error);
      }
    };
    // Kysely's second signature takes a cursor; it calls that one only for streaming, which nothing here does.
    wrapped = {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(brokenBy !== null),
    };
    preparingClients.set(client, wrapped);
  }
  return wrapped;
}

const statementNames = new Map<string, string>();
const maxNamedStatements = 500;

function statementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < maxNamedStatements) {
    name = `gantry_${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

const int8 = 20;

/** Our eight-byte integers are byte counts and row numbers, far below 2^53. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
