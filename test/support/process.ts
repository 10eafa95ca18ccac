import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface GantryProcess {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  /** Resolves with what was printed as soon as it matches; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** The command in a process of its own, with no settings but these; it is ended with the test. */
export function runGantry(args: string[], settings: Record<string, string> = {}): GantryProcess {
  return run([process.env.BUNDLED_GANTRY ?? main, ...args], settings);
}

/** The same from the files that users have, which takes a second more. Only root can start it as somebody else. */
export function runBuiltGantry(
  args: string[],
  settings: Record<string, string> = {},
  uid?: number,
): GantryProcess {
  return run([main, ...args], settings, uid === undefined ? {} : { uid, gid: uid });
}

function run(args: string[], settings: Record<string, string>, account: object = {}): GantryProcess {
  const child = spawn(process.execPath, args, {
    ...account,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  onTestFinished(async () => {
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await exited;
  });
  return {
    child,
    out: () => out,
    err: () => err,
    exited,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(out);
          if (match) resolve(match);
        };
        look();
        child.stdout.on('data', look);
        exited.then(({ code }) =>
          reject(new Error(`ended with ${code} before printing ${pattern}:\n${out}\n${err}`)),
        );
      }),
  };
}
