export function createChangeNotifier() {
  const waiting = new Set<() => void>();
  return {
    /** Something has changed: everything that waits continues. */
    notify() {
      for (const proceed of [...waiting]) proceed();
    },
    /** Until the next change, the time or the signal, whatever comes first. */
    wait(maxMs: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const proceed = () => {
          waiting.delete(proceed);
          clearTimeout(timer);
          signal.removeEventListener('abort', proceed);
          resolve();
        };
        const timer = setTimeout(proceed, Math.max(maxMs, 0));
        waiting.add(proceed);
        signal.addEventListener('abort', proceed);
        if (signal.aborted) proceed();
      });
    },
  };
}
