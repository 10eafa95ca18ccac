import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

const keptChars = 20_000;
/** The service gives its database 25 seconds. */
const patienceMs = 40_000;
/** Whatever else is set for a service on this machine is not meant for the demo. */
const handedOn = ['PATH', 'HOME', 'GANTRY_BROWSER_PATH', 'GANTRY_BROWSER_SANDBOX'];

/**
 * A program in a process of its own, ended with the stage. It is detached: a Ctrl-C in the terminal must reach the demo
 * alone, which then ends its programs in order.
 */
export function startProgram(stage, args, settings = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...environment(stage), ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program = { child, out: '', errors: '', exited: once(child, 'close').then(([code]) => code) };
  child.stdout.on('data', (text) => {
    program.out = (program.out + text).slice(-keptChars);
  });
  child.stderr.on('data', (text) => {
    program.errors = (program.errors + text).slice(-keptChars);
  });
  stage.onClose(() => stop(program));
  return program;
}

/** What `find` gives once it gives something, looked for each time that the program says something. */
export function untilPrinted(program, find, signal) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = find(program.out);
      if (found) resolve(found);
    };
    program.child.stdout.on('data', look);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    void program.exited.then(() => reject(new Error(lastWords(program))));
  });
}

export function lastWords({ errors, out }) {
  return (errors.trim() || out.trim() || 'It said nothing.').split('\n').slice(-5).join('\n');
}

function environment(stage) {
  const names = handedOn.filter((name) => process.env[name] !== undefined);
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    // The browser makes a socket there, and macOS has a long temporary folder and short paths of sockets.
    TMPDIR: process.platform === 'darwin' ? tmpdir() : stage.temporaryDir,
  };
}

async function stop({ child, exited }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exited;
  clearTimeout(force);
}
