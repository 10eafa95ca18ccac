import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export type PostgresAddress = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresAddress;
  }
}

/** Builds what the tests run, and starts one PostgreSQL in which each test makes databases of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  const { startEmbedded } = await import('../../dist/database/embedded/server.js');
  const { createLog } = await import('../../dist/kernel/log.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'gantry-test-postgres-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbedded({ dataDir: join(dataDir, 'data'), log: createLog('warn') });
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
