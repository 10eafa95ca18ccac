import type { ChildProcess } from 'node:child_process';
import { ExecutionFailure, type RestartableReport } from '../../engine/report.ts';
import type { Log } from '../../kernel/log.ts';
import {
  noSandbox,
  type RunNews,
  type RunOutcome,
  readCall,
  type SlotCall,
  type SlotNews,
  type SlotRun,
  type SlotSettings,
  type Started,
  type ToSlot,
} from './messages.ts';
import type { ProcessTree } from './process-tree.ts';
import { type SlotLimits, watchSlot } from './watch-slot.ts';

/** A process that executes one run after another. */
export interface Slot {
  /** Throws `ExecutionFailure` when it has no device, or `SlotLost`. */
  readonly started: Promise<Started>;
  /** Resolves when it can take a run; false when it never will again. Throws `SlotLost` when it never could. */
  ready(): Promise<boolean>;
  /** Throws `ExecutionFailure`, `SlotLost`, or the signal's reason. */
  run(run: SlotRun, report: RestartableReport, signal: AbortSignal): Promise<void>;
  readonly isGone: boolean;
  /** Its runs would be slower than those of others. */
  readonly hasLowPriority: boolean;
  readonly runs: number;
  /** Ends it and returns when its processes and its files are gone. */
  end(): Promise<void>;
}

interface SlotOptions {
  /** From `forkSlot`. */
  readonly child: ChildProcess;
  readonly settings: SlotSettings;
  readonly limits: SlotLimits;
  readonly tree: ProcessTree;
  /** Ends what still runs of it, and removes its files. */
  cleanUp(): Promise<void>;
  /** Ends a session of a phone that the slot has left open. */
  endSession?(sessionId: string): Promise<void>;
  readonly log: Log;
}

/** The slot died, or had to be killed, for no fault of the run's words. */
export class SlotLost extends Error {
  override readonly name = 'SlotLost';
}

/** No browser may be started: the kernel refuses its sandbox. */
export class SandboxRefused extends ExecutionFailure {}

/** For a slot that is told to stop its run, to close what the run has used, or to end. */
const stopMs = 3_000;
const closeMs = 15_000;
/** A server that is opening a session can't be stopped: until that has ended, too, the phone is nobody else's. */
const phoneCloseMs = 16 * 60_000;
const endMs = 2_000;
/** A browser that has to be unpacked is unpacked before; the long time is for a machine that is busy. */
const startMs = 180_000;
const maxErrorOutput = 4_096;

export function startSlot(options: SlotOptions): Slot {
  const { child, settings, limits, tree, cleanUp, endSession, log } = options;
  const errorOutput = lastOutput(child);
  const started = deferred<Started>();
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', resolve).once('error', () => resolve(null)),
  );
  let isGone = false;
  let wasReady = false;
  let runs = 0;
  let lost: SlotLost | null = null;
  let current: (RunNews & { fail(error: Error): void }) | null = null;
  let sessionId: string | null = null;
  let readiness = deferred<boolean>();
  let ending: Promise<void> | null = null;
  let clearing: Promise<void> | null = null;

  const send = (message: ToSlot) => {
    if (child.connected) child.send(message, () => undefined);
  };
  const startTimer = setTimeout(() => kill('it did not start in time'), startMs);
  const watch = watchSlot({
    pid: child.pid ?? 0,
    folder: settings.folder,
    tree,
    limits,
    onExceeded: (reason) => kill(reason),
  });

  child.on('message', (received) => {
    watch.heard();
    const call = readCall(received);
    if (call === null) kill('it sent what is no message');
    else hear(call);
  });
  exited.then(async (code) => {
    isGone = true;
    clearTimeout(startTimer);
    watch.stop();
    const output = errorOutput();
    lost ??= new SlotLost('The process that executed the run has ended.');
    if (ending === null && code !== 0)
      log.warn(
        { slot: child.pid, reason: lost.message, ...(output !== '' && { output }) },
        'a slot was lost',
      );
    started.reject(lost);
    readiness.resolve(false);
    void clear();
    // First: the run may need the same phone again.
    if (sessionId !== null) await endSession?.(sessionId);
    current?.fail(lost);
  });
  started.promise.catch(() => undefined);
  send({ type: 'start', settings });

  const news: SlotNews = {
    alive: () => undefined,
    started(about) {
      clearTimeout(startTimer);
      watch.started();
      started.resolve(about);
    },
    unfit(fault) {
      clearTimeout(startTimer);
      started.reject(failureOf(fault));
    },
    ready() {
      wasReady = true;
      readiness.resolve(true);
    },
    session(id) {
      sessionId = id;
    },
    log: (line) => passOn(line, log, child.pid),
  };

  /** What it says of a run counts until that has ended. */
  function hear({ method, question, args }: SlotCall): void {
    const methods: Partial<Record<typeof method, (...given: never[]) => unknown>> = { ...current, ...news };
    const call = () => methods[method]?.(...(args as never[]));
    if (question === null) call();
    else if (current !== null)
      (async () => call())().then(
        (value) => send({ type: 'answer', question, isDone: true, value }),
        () => send({ type: 'answer', question, isDone: false, value: null }),
      );
  }

  function kill(reason: string): void {
    if (isGone) return;
    lost ??= new SlotLost(`The process that executed the run was stopped: ${reason}.`);
    for (const pid of watch.known()) killProcess(pid);
    child.kill('SIGKILL');
  }

  /** What outlives its parent is killed by name; then nobody writes into the folder any more. Only once: afterwards its account may be another slot's. */
  function clear(): Promise<void> {
    clearing ??= (async () => {
      for (const pid of watch.known()) killProcess(pid);
      await cleanUp().catch((error: unknown) => log.warn({ err: error }, 'a slot could not be cleaned up'));
    })();
    return clearing;
  }

  function end(): Promise<void> {
    ending ??= (async () => {
      await watch.look();
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => kill('it did not end in time'), endMs);
      await exited;
      clearTimeout(timer);
      await clear();
    })();
    return ending;
  }

  return {
    started: started.promise,
    async ready() {
      const isReady = await readiness.promise;
      if (!isReady && !wasReady) throw lost ?? new SlotLost('The process for the run did not start.');
      return isReady;
    },
    end,
    get isGone() {
      return isGone || ending !== null;
    },
    get hasLowPriority() {
      return watch.hasLowPriority();
    },
    get runs() {
      return runs;
    },
    async run(run, report, signal) {
      signal.throwIfAborted();
      if (isGone) throw lost ?? new SlotLost('The process for the run has ended.');
      runs += 1;
      watch.setBusy(true);
      readiness = deferred<boolean>();
      const isReady = readiness.promise;
      const ended = deferred<void>();
      current = {
        ...report,
        screen: (jpeg) => report.viewers.show(jpeg),
        ended: (outcome) => settle(outcome, ended),
        fail: ended.reject,
      };
      let timer: NodeJS.Timeout | undefined;
      const stop = () => {
        send({ type: 'stop' });
        timer = setTimeout(() => kill('it did not stop its run in time'), stopMs);
      };
      signal.addEventListener('abort', stop, { once: true });
      const unsubscribe = report.viewers.onLook(() => send({ type: 'look' }));
      send({ type: 'run', run });
      try {
        await ended.promise;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        unsubscribe();
        signal.removeEventListener('abort', stop);
        clearTimeout(timer);
        current = null;
        const closing = setTimeout(
          () => kill('it did not close what its run had used'),
          settings.device.kind === 'phone' ? phoneCloseMs : closeMs,
        );
        void isReady.finally(() => {
          clearTimeout(closing);
          watch.setBusy(false);
        });
      }
    },
  };
}

function settle(outcome: RunOutcome, run: ReturnType<typeof deferred<void>>): void {
  if (outcome.kind === 'done') run.resolve();
  else if (outcome.kind === 'failure') run.reject(new ExecutionFailure(outcome.code, outcome.message));
  else run.reject(new Error(outcome.cause));
}

function failureOf({ code, message }: { code: string; message: string }): ExecutionFailure {
  return code === noSandbox ? new SandboxRefused('NO_BROWSER', message) : new ExecutionFailure(code, message);
}

/** A line of the slot's own log becomes one of the service's. */
function passOn(line: string, log: Log, pid: number | undefined): void {
  try {
    const { level, message, time: _time, pid: _pid, ...rest } = JSON.parse(line);
    const name = log.levels.labels[Number(level)];
    if (name === 'error' || name === 'warn' || name === 'info' || name === 'debug')
      log[name]({ ...rest, slot: pid }, String(message));
  } catch {
    // No line of a log: it says nothing.
  }
}

/** The end of what it wrote before it died, such as why the runtime gave up. */
function lastOutput(child: ChildProcess): () => string {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-maxErrorOutput);
  });
  return () => output.trim();
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}
