import { realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import pg from 'pg';
import { createLog } from '../../dist/kernel/log.js';
import { startEmbedded } from '../../dist/service/database/embedded/server.js';

/** A PostgreSQL of one's own below a folder, that can be stopped and started as one likes. */
export async function startOwnPostgres(folder) {
  const start = () => startEmbedded({ dataDir: join(folder, 'postgres'), log: createLog('error') });
  let server = await start();
  const { user, password, host, port, database } = server.connection;
  const urlOf = (name) =>
    `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const pool = new pg.Pool({ connectionString: urlOf(database), max: 2 });
  pool.on('error', () => undefined);

  return {
    url: urlOf(database),
    socketPath: `${host}/.s.PGSQL.${port}`,
    query: (text, values) => pool.query(text, values),
    /** A database beside the first. */
    async createDatabase(name) {
      await pool.query(`create database ${name}`);
      return urlOf(name);
    },
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
    async close() {
      await pool.end();
      await server.stop();
      // As root, and below a folder that others can't enter, the cluster had to go elsewhere.
      const home = dirname(server.location.cluster);
      if (!home.startsWith((await realpath(folder)) + sep)) await rm(home, { recursive: true, force: true });
    },
  };
}
