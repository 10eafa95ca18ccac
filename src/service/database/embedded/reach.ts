import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { systemFolder } from '../../../kernel/account.ts';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { chooseAccount } from './account.ts';
import { superuser } from './cluster.ts';
import { database } from './launch.ts';
import { placeCluster } from './placement.ts';
import { chooseSocketFolder, socketPort } from './socket-folder.ts';

const notRunning = new Set(['ENOENT', 'ECONNREFUSED', '57P03']);

/** Connects to the embedded server of a data directory, beside its service. Null when it does not run. */
export async function reachEmbedded(dataDir: string, log: Log): Promise<pg.Client | null> {
  await access(join(dataDir, 'postgres.location')).catch((cause: unknown) => {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    throw new StartupError(
      `There is no embedded database in ${dataDir}: name the data directory of the service with GANTRY_DATA_DIR.`,
      { cause },
    );
  });
  const account = await chooseAccount();
  const place = await placeCluster({ dataDir, systemDir: systemFolder, account, log });
  const client = new pg.Client({
    host: await chooseSocketFolder(place, account),
    port: socketPort,
    user: superuser,
    password: (await readFile(join(place.dataDir, 'postgres.password'), 'utf8')).trim(),
    database,
    ssl: false,
    application_name: 'gantry backup',
    connectionTimeoutMillis: 10_000,
  });
  // A server that stops meanwhile ends the query under way, which says so.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!notRunning.has(errorCode(error) ?? '')) throw error;
    await client.end().catch(() => undefined);
    return null;
  }
}
