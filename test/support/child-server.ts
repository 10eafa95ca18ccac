import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a process of its own that prints one line of JSON when it listens and ends with its standard input. */
export interface ChildServer {
  readonly ready: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

export async function startChildServer(command: string, args: string[], cwd: string): Promise<ChildServer> {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints = (complaints + text).slice(-4_000);
  });
  const line = once(createInterface({ input: child.stdout }), 'line');
  const first = await Promise.race([line, ended.then(() => null)]);
  if (first === null) throw new Error(`${command} ended at its start: ${complaints}`);
  return {
    ready: JSON.parse(String(first[0])),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin.end();
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(force);
    },
  };
}
