import { ExecutionFailure, type RestartableReport } from '../../engine/report.ts';
import type { RunAssignment } from '../../engine/task.ts';
import type { Log } from '../../kernel/log.ts';
import { maxStarts } from '../../kernel/max-starts.ts';
import { withSignal } from '../../kernel/with-signal.ts';
import type { SlotRun, Started } from './messages.ts';
import { type Slot, SlotLost } from './slot.ts';

interface SlotPool {
  /** Throws `ExecutionFailure`, or the signal's reason. A run whose slot is lost is begun once more in another. */
  run(
    run: SlotRun,
    report: RestartableReport,
    signal: AbortSignal,
    inUse?: RunAssignment['inUse'],
  ): Promise<void>;
  /** Starts the first slot, and the others when nothing runs; resolves when the first can work; throws `ExecutionFailure` when it can't. */
  warm(): Promise<Started>;
  close(): Promise<void>;
}

interface SlotPoolOptions {
  readonly slots: number;
  start(): Promise<Slot>;
  /** The code of a run that has lost two slots. */
  readonly lostCode: string;
  readonly log: Log;
  /** A slot is replaced after so many runs: what its library keeps of each goes with it. */
  readonly maxRuns?: number;
  /** Slots that were not used for so long are ended. */
  readonly idleMs?: number;
}

/** Where one slot after another works; it has one run at a time. */
interface PoolEntry {
  slot: Promise<Slot> | null;
  /** The same, once it is there. */
  at: Slot | null;
  isTaken: boolean;
}

const restMs = 2_000;

export function createSlotPool(options: SlotPoolOptions): SlotPool {
  const { start, lostCode, log, maxRuns = 50, idleMs = 10 * 60_000 } = options;
  const entries: PoolEntry[] = Array.from({ length: options.slots }, () => ({
    slot: null,
    at: null,
    isTaken: false,
  }));
  const ending = new Set<Promise<void>>();
  /** Those that are still to be started ahead. */
  let toWarm: PoolEntry[] = [];
  let warmTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function slotOf(entry: PoolEntry): Promise<Slot> {
    for (;;) {
      if (isClosed) throw stopping();
      entry.slot ??= begin(entry);
      const slot = await entry.slot;
      if (!slot.isGone && (await slot.ready())) return slot;
      // It died while it was not in use.
      retire(entry, slot);
    }
  }

  function begin(entry: PoolEntry): Promise<Slot> {
    const starting = start().then((slot) => {
      entry.at = slot;
      return slot;
    });
    starting.catch(() => {
      if (entry.slot === starting) entry.slot = null;
    });
    return starting;
  }

  /** Only once: by then another one may be there. */
  function retire(entry: PoolEntry, slot: Slot): void {
    if (entry.at !== slot) return;
    entry.slot = null;
    entry.at = null;
    const ended = slot.end().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  /** The next slot is there before the next run. */
  function renew(entry: PoolEntry, slot: Slot): void {
    retire(entry, slot);
    if (!isClosed) entry.slot ??= begin(entry);
  }

  function take(): PoolEntry {
    clearTimeout(idleTimer);
    clearTimeout(warmTimer);
    const free = entries.filter(({ isTaken }) => !isTaken);
    const entry = free.find(({ slot }) => slot !== null) ?? free[0];
    if (entry === undefined) throw new Error('more runs than slots');
    entry.isTaken = true;
    return entry;
  }

  function giveBack(entry: PoolEntry): void {
    entry.isTaken = false;
    if (entries.some(({ isTaken }) => isTaken)) return;
    warmAtRest();
    idleTimer = setTimeout(() => void endAll(), idleMs).unref();
  }

  async function endAll(): Promise<void> {
    toWarm = [];
    const slots = entries.flatMap(({ slot }) => slot ?? []);
    for (const entry of entries) Object.assign(entry, { slot: null, at: null });
    await Promise.all(slots.map((starting) => starting.then((slot) => slot.end()).catch(() => undefined)));
    await Promise.all(ending);
  }

  async function attempt(
    run: SlotRun,
    report: RestartableReport,
    signal: AbortSignal,
    freed: (slot: Slot) => void,
  ): Promise<void> {
    const entry = take();
    try {
      const slot = await withSignal(slotOf(entry), signal);
      try {
        await slot.run(run, report, signal);
      } finally {
        freed(slot);
        if (slot.isGone || slot.hasLowPriority || slot.runs >= maxRuns) renew(entry, slot);
      }
    } finally {
      giveBack(entry);
    }
  }

  /** One after the other, and only at rest: a run needs the processor, and starts the slot that it needs itself. */
  function warmAtRest(): void {
    if (isClosed || toWarm.length === 0 || entries.some(({ isTaken }) => isTaken)) return;
    clearTimeout(warmTimer);
    warmTimer = setTimeout(() => {
      const next = toWarm.shift();
      if (next !== undefined) void slotOf(next).then(warmAtRest, () => undefined);
    }, restMs).unref();
  }

  return {
    async run(run, report, signal, inUse = () => undefined) {
      for (let starts = 1; ; starts += 1) {
        let closed: Promise<unknown> = Promise.resolve();
        const attempted = attempt(run, report, signal, (slot) => {
          closed = slot.isGone ? slot.end() : slot.ready();
        });
        const over = () => undefined;
        inUse(attempted.finally(() => closed).then(over, over));
        try {
          return await attempted;
        } catch (error) {
          signal.throwIfAborted();
          if (!isLoss(error)) throw error;
          if (starts === maxStarts) throw lostTwice(lostCode, error);
          log.info({ reason: error.message }, 'a run has lost its slot and begins anew');
          report.restart();
        }
      }
    },

    async warm() {
      const [first, ...others] = entries;
      if (first === undefined) throw new Error('a pool without slots');
      const started = await (await slotOf(first)).started;
      idleTimer ??= setTimeout(() => void endAll(), idleMs).unref();
      toWarm = others;
      warmAtRest();
      return started;
    },

    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      clearTimeout(warmTimer);
      await endAll();
    },
  };
}

/** A browser that died took only itself along: its slot says so, and ends. */
function isLoss(error: unknown): error is Error {
  return error instanceof SlotLost || (error instanceof ExecutionFailure && error.code === 'BROWSER_CRASHED');
}

function lostTwice(code: string, last: Error): ExecutionFailure {
  return new ExecutionFailure(
    code,
    `${last.message} The run was started twice and ended this way both times.`,
  );
}

function stopping(): ExecutionFailure {
  return new ExecutionFailure('NO_DEVICE', 'The service is stopping.');
}
