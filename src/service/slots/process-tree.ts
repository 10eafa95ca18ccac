import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface FoundProcess {
  readonly pid: number;
  readonly parent: number;
  /** Memory that it does not share with the files of its program. */
  readonly bytes: number;
  /** Of the processor, since it began. Not known everywhere: 0. */
  readonly processorMs: number;
}

export interface ProcessTree {
  /** The process itself and all below it; empty when it is gone. */
  of(pid: number): Promise<FoundProcess[]>;
}

/** Files that are read in one go: the process also serves requests. */
const readAtOnce = 64;
const psTimeoutMs = 5_000;
/** What Linux counts in, on every machine that Node runs on. */
const tickMs = 10;

/** Looks at the processes of this machine. */
export function createProcessTree(): ProcessTree {
  const read = process.platform === 'linux' ? createProcReader() : readByPs;
  let reading: Promise<ReadonlyMap<number, ParentOf>> | null = null;
  return {
    async of(pid) {
      reading ??= read().finally(() => {
        reading = null;
      });
      return descend(pid, await reading);
    },
  };
}

interface ParentOf {
  readonly parent: number;
  bytes(): number;
  processorMs(): number;
}

export function descend(root: number, all: ReadonlyMap<number, ParentOf>): FoundProcess[] {
  if (!all.has(root)) return [];
  const children = new Map<number, number[]>();
  for (const [pid, { parent }] of all) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found.map((pid) => {
    const one = all.get(pid);
    return {
      pid,
      parent: one?.parent ?? 0,
      bytes: one?.bytes() ?? 0,
      processorMs: one?.processorMs() ?? 0,
    };
  });
}

/** Each reading asks only about those that came since the last one: a process has its parent for life, or loses it. */
function createProcReader(): () => Promise<ReadonlyMap<number, ParentOf>> {
  const known = new Map<number, ParentOf>();
  return async () => {
    const listed = new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
    for (const pid of known.keys()) if (!listed.has(pid)) known.delete(pid);
    let count = 0;
    for (const pid of listed) {
      if (known.has(pid)) continue;
      const parent = Number(fieldsOf(pid)[1]);
      if (parent >= 0) known.set(pid, { parent, bytes: () => ownBytes(pid), processorMs: () => usedMs(pid) });
      count += 1;
      if (count % readAtOnce === 0) await nextTurn();
    }
    return known;
  };
}

/** From its state on, as the manual of `/proc` counts them from three. The name before may hold anything, in parentheses. */
function fieldsOf(pid: number): string[] {
  const stat = readProc(pid, 'stat') ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** In user code and in the kernel. */
function usedMs(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
}

function ownBytes(pid: number): number {
  const status = readProc(pid, 'status') ?? '';
  return (kibibytesOf(status, '\nRssAnon:') + kibibytesOf(status, '\nRssShmem:')) * 1_024;
}

function kibibytesOf(status: string, name: string): number {
  const at = status.indexOf(name);
  return at < 0 ? 0 : Number.parseInt(status.slice(at + name.length, at + name.length + 20), 10);
}

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return null;
  }
}

async function readByPs(): Promise<ReadonlyMap<number, ParentOf>> {
  const listing = promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss='], { timeout: psTimeoutMs });
  const { stdout } = await listing.catch(() => ({ stdout: '' }));
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(
    rows.map(([pid = 0, parent = 0, kibibytes = 0]) => [
      pid,
      { parent, bytes: () => kibibytes * 1_024, processorMs: () => 0 },
    ]),
  );
}
