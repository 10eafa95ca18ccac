import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../../../kernel/durable-file.ts';
import { StartupError } from '../../../kernel/errors.ts';

/** A postmaster's path, or the title that its children give themselves. */
const postgresCommand = /(^|\/)postgres(:| |$)/;

const starterMark = 'cluster_name=gantry-';

export interface ServerProcess {
  pid: number;
  /** True while the service that started it lives: a process loses its parent only by the parent's death. */
  starterLives: boolean;
}

/** Leads the command line of our servers; `findServer` recognises them by it. */
export function identifyingArguments(cluster: string, starterPid: number): string[] {
  return ['-D', cluster, '-c', `${starterMark}${starterPid}`];
}

/** The server that runs on the cluster. A pid from a file is believed only when the process is really that server. */
export async function findServer(cluster: string): Promise<ServerProcess | undefined> {
  const pid = await readPid(join(cluster, 'postmaster.pid'));
  const process = pid === undefined ? undefined : await inspect(pid);
  if (pid === undefined || process === undefined) return undefined;
  const lead = `/postgres -D ${cluster} -c ${starterMark}`;
  const at = process.command.indexOf(lead);
  if (at < 0) return undefined;
  const starter = Number.parseInt(process.command.slice(at + lead.length), 10);
  return { pid, starterLives: process.parentPid === starter };
}

/** Fast shutdown: sessions end, everything committed is on disk. Only a server that hangs gets an immediate shutdown. */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if ((await findServer(cluster))?.pid !== pid) return;
    kill(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if ((await findServer(cluster))?.pid !== pid) return;
      await sleep(20);
    }
  }
  throw new StartupError(
    `An earlier PostgreSQL (pid ${pid}) on ${cluster} does not stop; end it by hand or set GANTRY_DATABASE_URL.`,
  );
}

/**
 * postgres refuses to start when the pid in a left-over lock file is alive, whatever program has that pid now;
 * after the restart of a container that is common. The file is removed only when that program is plainly no postgres.
 */
export async function removeLockOfOtherProgram(path: string): Promise<void> {
  const pid = await readPid(path);
  if (pid === undefined) return;
  const found = await inspect(pid);
  if (found === undefined || found.command === '' || postgresCommand.test(found.command)) return;
  if ((await readPid(path)) === pid) await rm(path, { force: true });
}

export async function readLockLines(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim());
}

async function readPid(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

async function inspect(pid: number): Promise<{ parentPid: number; command: string } | undefined> {
  if (process.platform !== 'linux') return inspectWithPs(pid);
  // Readable for everyone, unlike /proc/<pid>/exe and cwd, which root in a container often can't see.
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return { parentPid: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command };
  } catch {
    return undefined;
  }
}

async function inspectWithPs(pid: number): Promise<{ parentPid: number; command: string } | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)]);
    const match = /^\s*(\d+)\s+(.*)$/m.exec(stdout);
    return match === null ? undefined : { parentPid: Number(match[1]), command: match[2] ?? '' };
  } catch {
    return undefined;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
