import { folderBytes } from '../kernel/folder-bytes.ts';
import type { ProcessTree } from './process-tree.ts';

/** What one slot may use while it works. */
export interface SlotLimits {
  /** Of all its processes together. */
  readonly memoryMib: number;
  readonly diskMib: number;
  /** A slot that says nothing for so long is blocked. */
  readonly silenceMs: number;
}

export interface SlotWatch {
  /** The slot has said something. */
  heard(): void;
  /** Its processes, as they were found last. */
  known(): readonly number[];
  look(): Promise<void>;
  /** A slot at rest is looked at less often. */
  setBusy(isBusy: boolean): void;
  stop(): void;
}

const lookEveryMs = 250;
const restingLookEveryMs = 2_000;
const looksPerFolder = 4;
const maxFiles = 50_000;
const mebibyte = 1_024 * 1_024;

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
  let lookedAtMs = performance.now();
  let looks = 0;
  let everyMs = restingLookEveryMs;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const found = await tree.of(pid);
    if (found.length > 0) known = found.map((one) => one.pid);
    const usedMib = found.reduce((sum, { bytes }) => sum + bytes, 0) / mebibyte;
    if (usedMib > limits.memoryMib) return onExceeded(`it used more than ${limits.memoryMib} MiB of memory`);
    looks += 1;
    if (looks % looksPerFolder !== 0) return;
    const writtenMib =
      (await folderBytes(folder, { bytes: limits.diskMib * mebibyte, files: maxFiles })) / mebibyte;
    if (writtenMib > limits.diskMib) onExceeded(`it wrote more than ${limits.diskMib} MiB to the disk`);
  }

  /** A service that was itself asleep has heard nobody. */
  function hasFallenSilent(): boolean {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs > 4 * restingLookEveryMs) heardAtMs = nowMs;
    lookedAtMs = nowMs;
    return nowMs - heardAtMs > limits.silenceMs;
  }

  function next(): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (hasFallenSilent()) onExceeded(`it did not respond for ${limits.silenceMs / 1_000} s`);
      await look().catch(() => undefined);
      if (!isStopped) next();
    }, everyMs).unref();
  }
  next();

  return {
    look: () => look().catch(() => undefined),
    known: () => known,
    heard() {
      heardAtMs = performance.now();
    },
    setBusy(isBusy) {
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
