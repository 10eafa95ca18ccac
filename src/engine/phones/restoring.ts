type Undo = (signal: AbortSignal) => Promise<unknown>;

/** All of it together: the phone has other runs to do. */
const timeoutMs = 15_000;

/** What a run has changed on the phone itself, and how it is put back: the next run must not start without a network. */
export interface Restoring {
  /** What is changed again is put back once, as it was first. */
  note(what: string, undo: Undo): void;
  isNoted(what: string): boolean;
  /** Never throws: a phone that is lost can't be put right, and one that refuses stays as it is. */
  restore(): Promise<void>;
}

export function createRestoring(): Restoring {
  const undos = new Map<string, Undo>();
  return {
    note(what, undo) {
      if (!undos.has(what)) undos.set(what, undo);
    },
    isNoted: (what) => undos.has(what),
    async restore() {
      const signal = AbortSignal.timeout(timeoutMs);
      for (const undo of undos.values()) await undo(signal).catch(() => undefined);
      undos.clear();
    },
  };
}
