import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createLog } from '../../../../src/kernel/log.ts';
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded,
} from '../../../../src/service/database/embedded/server.ts';

export const isRoot = process.getuid?.() === 0;
/** Root plays the ordinary user as "daemon"; anyone else is one already. */
export const ordinaryUid = isRoot ? 1 : process.getuid?.();
export const serverUid = isRoot ? 65534 : process.getuid?.();

/** Below a closed folder, such as root's home, no other user can run what is in this checkout. */
export const othersCanEnter =
  !isRoot || ancestors(import.meta.dirname).every((folder) => (statSync(folder).mode & 0o001) !== 0);

type Report = Pick<EmbeddedServer, 'connection' | 'location'>;
type Options = Omit<EmbeddedOptions, 'log' | 'onFatal'>;

export interface ServiceProcess extends Report {
  pid: number;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps account of everything a test makes; `clear` removes it also when the test has failed half-way. */
export class Bench {
  readonly #folders: string[] = [];
  readonly #children: ChildProcess[] = [];
  readonly #servers: EmbeddedServer[] = [];
  readonly #clusters = new Set<string>();
  readonly #socketFolders = new Set<string>();

  async folder(owner: { uid?: number | undefined; mode?: number } = {}): Promise<string> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'gantry-')));
    this.#folders.push(folder);
    await chmod(folder, owner.mode ?? 0o711);
    if (isRoot && owner.uid !== undefined) await chown(folder, owner.uid, owner.uid);
    return folder;
  }

  /** Starts the server in this process; `lines` receives what is logged. */
  async start(
    options: Options & Pick<EmbeddedOptions, 'onFatal'>,
    lines = new LogLines(),
  ): Promise<EmbeddedServer> {
    const server = await startEmbedded({ ...options, log: createLog('info', lines) });
    this.#remember(server);
    this.#servers.push(server);
    return server;
  }

  /** Starts the server in a process of its own; rejects with the refusal. */
  async spawn(options: Options, uid?: number, env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const script = fileURLToPath(new URL('embedded-child.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
      ...(isRoot && uid !== undefined ? { uid, gid: uid } : {}),
    });
    this.#children.push(child);
    const exited = once(child, 'exit');
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      exited.then(() => ['{"refusal":{"name":"Error","message":"the process ended without a word"}}']),
    ])) as [string];
    const report = JSON.parse(line) as Report & { refusal?: { name: string; message: string } };
    if (report.refusal) {
      await exited;
      throw Object.assign(new Error(report.refusal.message), { name: report.refusal.name });
    }
    this.#remember(report);
    return {
      ...report,
      pid: child.pid ?? 0,
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
      stop: async () => {
        child.stdin.end();
        await exited;
      },
    };
  }

  /** Ends every service and server that the tests so far have started. */
  async stopAll(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.stop();
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    for (const cluster of this.#clusters) {
      const pid = postmasterPid(cluster);
      if (pid === undefined || !isServerOf(pid, cluster)) continue;
      process.kill(pid, 'SIGQUIT');
      while (isServerOf(pid, cluster)) await sleep(20);
    }
  }

  async clear(): Promise<void> {
    await this.stopAll();
    for (const folder of [...this.#folders.splice(0), ...this.#socketFolders]) {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #remember({ connection, location }: Report): void {
    this.#clusters.add(location.cluster);
    if (!connection.host.startsWith(tmpdir())) this.#socketFolders.add(connection.host);
  }
}

export class LogLines {
  readonly seen: string[] = [];
  #arrived = () => {};

  write(line: string): void {
    this.seen.push(line);
    this.#arrived();
  }

  async next(part: string): Promise<void> {
    while (!this.seen.some((line) => line.includes(part))) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }
}

export async function query<Row extends pg.QueryResultRow>(
  { connection }: Report,
  sql: string,
  override: pg.ClientConfig = {},
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, ssl: false, ...override });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Writes a row that must outlive whatever the test does next. */
export async function plant(server: Report): Promise<void> {
  await query(
    server,
    "create table if not exists proof (word text); truncate proof; insert into proof values ('kept')",
  );
}

export async function harvest(server: Report): Promise<string[]> {
  return (await query<{ word: string }>(server, 'select word from proof')).map((row) => row.word);
}

export function postmasterPid(cluster: string): number | undefined {
  const path = join(cluster, 'postmaster.pid');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined;
}

/** All postmasters that run on the cluster. */
export async function postmasters(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  return pids.filter((pid) => isServerOf(pid, cluster));
}

export async function ownerAndMode(path: string): Promise<{ uid: number; mode: string }> {
  const found = await lstat(path);
  return { uid: found.uid, mode: (found.mode & 0o7777).toString(8) };
}

export function isServerOf(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/postgres\0-D\0${cluster}\0`);
  } catch {
    return false;
  }
}

function ancestors(path: string): string[] {
  return path === dirname(path) ? [path] : [path, ...ancestors(dirname(path))];
}
