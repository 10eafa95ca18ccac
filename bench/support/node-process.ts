import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Node process of its own that runs `source` and answers line by line; it shares no event loop with others. */
export interface NodeProcess {
  readonly pid: number;
  ask(message: unknown): Promise<unknown>;
  nextLine(): Promise<unknown>;
  stop(): Promise<void>;
}

export function startNode(args: string[]): NodeProcess {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function nextLine(): Promise<unknown> {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the process ended before it answered');
    return JSON.parse(value);
  }

  return {
    pid: child.pid ?? 0,
    nextLine,
    async ask(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return await nextLine();
    },
    stop: () => stopProcess(child),
  };
}

/** One of the programs beside this file, by its name. */
export function startSupport(name: string, ...args: string[]): NodeProcess {
  return startNode([fileURLToPath(new URL(`${name}.js`, import.meta.url)), ...args]);
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(force);
}
