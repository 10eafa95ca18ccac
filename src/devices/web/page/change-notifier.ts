export interface WaitingRoom {
  /** Something has changed: all who wait go on. */
  wake(): void;
  /** Until the next change, the time or the signal, whatever comes first. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
}

export function createWaitingRoom(): WaitingRoom {
  const waiting = new Set<() => void>();
  return {
    wake() {
      for (const goOn of [...waiting]) goOn();
    },
    wait(maxMs, signal) {
      return new Promise((resolve) => {
        const goOn = () => {
          waiting.delete(goOn);
          clearTimeout(timer);
          signal.removeEventListener('abort', goOn);
          resolve();
        };
        const timer = setTimeout(goOn, Math.max(maxMs, 0));
        waiting.add(goOn);
        signal.addEventListener('abort', goOn);
        if (signal.aborted) goOn();
      });
    },
  };
}
