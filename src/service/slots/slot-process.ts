import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SlotDevice } from './messages.ts';
import { privilegeStop } from './slot-rights.ts';

/** In few files, which `scripts/slot-bundle.mjs` writes: from its thousand modules it would load three times as long. */
const program = fileURLToPath(new URL('../../slot/main.mjs', import.meta.url));

/** Of the heap of its Node process. */
const heapMib = 512;

/** Loads what its kind of device needs, and waits to be told where to work. Ends with the process that forked it. */
export function forkSlot(
  kind: SlotDevice['kind'],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const heap = `--max-old-space-size=${heapMib}`;
  const [stop, ...stopArguments] = privilegeStop(kind, environment.PATH);
  return fork(program, [kind], {
    ...(stop === undefined
      ? { execArgv: [heap] }
      : { execPath: stop, execArgv: [...stopArguments, process.execPath, heap] }),
    env: { ...environment },
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Its own group: what a terminal sends to the service is the service's to pass on.
    detached: true,
  });
}

/** Ahead of the service that will use it; a caller that gave up meanwhile need not wait for it. */
export function forkSlotAhead(environment: Readonly<Record<string, string>>): ChildProcess {
  const child = forkSlot('web', environment);
  // One that can't be started is started anew when it is needed, and then says why.
  child.once('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}
