import { readFileSync } from 'node:fs';
import { folderBytes } from '../../kernel/folder-bytes.ts';
import { createGreedWatch, priorities, setPriorities } from './priority.ts';
import type { FoundProcess, ProcessTree } from './process-tree.ts';

/** What one slot may use while it works. */
export interface SlotLimits {
  /** Of all its processes together. */
  readonly memoryMib: number;
  readonly diskMib: number;
  /** A slot that says nothing for so long is blocked, or waits for the processor. */
  readonly silenceMs: number;
}

interface SlotWatch {
  /** The slot has said something. */
  heard(): void;
  /** Its processes, as they were found last. */
  known(): readonly number[];
  look(): Promise<void>;
  /** Its browser is there, with all that it can't do without. */
  started(): void;
  /** It took more of the processor than a run needs, and the others go first. */
  hasLowPriority(): boolean;
  /** A slot at rest is looked at less often. */
  setBusy(isBusy: boolean): void;
  stop(): void;
}

const lookEveryMs = 250;
const restingLookEveryMs = 2_000;
const looksPerFolder = 4;
const maxFiles = 50_000;
const mebibyte = 1_024 * 1_024;
/** One that has used this part of its silence is blocked; one that has used less may still be waiting for its turn, */
const blockedPart = 1 / 3;
/** but not for ever. */
const longestSilences = 4;

/** Looks at a slot from outside, whatever it does: at its memory, at its files, and whether it still lives. */
export function watchSlot(options: {
  pid: number;
  folder: string;
  tree: ProcessTree;
  limits: SlotLimits;
  onExceeded(reason: string): void;
}): SlotWatch {
  const { pid, folder, tree, limits, onExceeded } = options;
  let known: readonly number[] = [];
  let heardAtMs = performance.now();
  /** Of the processor, by the slot itself. */
  let usedMs = 0;
  let usedWhenHeardMs = 0;
  let lookedAtMs = performance.now();
  let looks = 0;
  let everyMs = restingLookEveryMs;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let hasLowPriority = false;
  let isStarted = false;
  /** Each with its browser; null before the first look at the whole of it. */
  let zygotes: Map<number, number> | null = null;
  let prioritized: ReadonlyMap<number, number> = new Map();
  const greed = createGreedWatch();

  async function look(): Promise<void> {
    const found = await tree.of(pid);
    if (found.length > 0) known = found.map((one) => one.pid);
    usedMs = found[0]?.processorMs ?? usedMs;
    if (hasLostPart(found)) return onExceeded('a process that its browser needs has died');
    hasLowPriority ||= greed.isGreedy(found, performance.now());
    prioritize(hasLowPriority ? priorities.low : priorities.usual);
    const usedMib = found.reduce((sum, { bytes }) => sum + bytes, 0) / mebibyte;
    if (usedMib > limits.memoryMib) return onExceeded(`it used more than ${limits.memoryMib} MiB of memory`);
    looks += 1;
    if (looks % looksPerFolder !== 0) return;
    const writtenMib =
      (await folderBytes(folder, { bytes: limits.diskMib * mebibyte, files: maxFiles })) / mebibyte;
    if (writtenMib > limits.diskMib) onExceeded(`it wrote more than ${limits.diskMib} MiB to the disk`);
  }

  /** A browser without what it starts its pages from lives on, and shows none. */
  function hasLostPart(found: readonly FoundProcess[]): boolean {
    if (!isStarted) return false;
    // None comes later: what looks like one then, or for a moment, is on its way to become a page, and may go.
    zygotes ??= zygotesIn(found);
    for (const [zygote, browser] of zygotes) {
      const command = commandOf(zygote);
      if (isZygote(command)) continue;
      zygotes.delete(zygote);
      // In this order: a browser that dies goes before its zygotes, and its slot says so itself.
      if (command === '' && commandOf(browser) !== '') return true;
    }
    return false;
  }

  /** Once for each process: what it starts later has its priority. */
  function prioritize(priority: number): void {
    const again = setPriorities(
      known.filter((one) => prioritized.get(one) !== priority),
      priority,
    );
    prioritized = new Map(known.filter((one) => !again.includes(one)).map((one) => [one, priority]));
  }

  function heard(): void {
    heardAtMs = performance.now();
    usedWhenHeardMs = usedMs;
  }

  /** On a machine that is too busy, to kill one and start another would only make it busier. */
  function blockedForMs(): number | null {
    const nowMs = performance.now();
    // A service that was itself asleep has heard nobody.
    if (nowMs - lookedAtMs > 4 * restingLookEveryMs) heard();
    lookedAtMs = nowMs;
    const silentMs = nowMs - heardAtMs;
    if (silentMs <= limits.silenceMs) return null;
    const hasWorked = usedMs - usedWhenHeardMs >= limits.silenceMs * blockedPart;
    return hasWorked || silentMs > limits.silenceMs * longestSilences ? silentMs : null;
  }

  function next(): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const blockedMs = blockedForMs();
      if (blockedMs !== null) onExceeded(`it did not respond for ${Math.round(blockedMs / 1_000)} s`);
      await look().catch(() => undefined);
      if (!isStopped) next();
    }, everyMs).unref();
  }
  // One that could not be started has no number; 0 would be this very process.
  if (pid > 0) setPriorities([pid], priorities.usual);
  next();

  return {
    look: () => look().catch(() => undefined),
    known: () => known,
    started() {
      isStarted = true;
      void look().catch(() => undefined);
    },
    hasLowPriority: () => hasLowPriority,
    heard,
    setBusy(isBusy) {
      if (isBusy) greed.reset();
      everyMs = isBusy ? lookEveryMs : restingLookEveryMs;
      clearTimeout(timer);
      if (!isStopped) next();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Each with its browser: in a sandbox one zygote is started by another, and both die after the browser. */
function zygotesIn(found: readonly FoundProcess[]): Map<number, number> {
  const parents = new Map(
    found.filter(({ pid }) => isZygote(commandOf(pid))).map(({ pid, parent }) => [pid, parent]),
  );
  const browserAbove = (pid: number): number => {
    const parent = parents.get(pid);
    return parent === undefined ? pid : browserAbove(parent);
  };
  return new Map([...parents.keys()].map((zygote) => [zygote, browserAbove(zygote)]));
}

function isZygote(command: string): boolean {
  return command.includes('--type=zygote');
}

/** Empty when it is gone, or has died and was not waited for yet. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
