import type pg from 'pg';

export interface OwnPostgres {
  url: string;
  socketPath: string;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export declare function startOwnPostgres(folder: string): Promise<OwnPostgres>;
