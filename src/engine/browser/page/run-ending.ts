import type { ExecutionFailure } from '../../report.ts';

export type RunEnding = ReturnType<typeof createRunEnding>;

/** What ends a run from beside it: a crash, a page that can't be reached. Everything that waits ends with it. */
export function createRunEnding() {
  const ended = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  function tracked<T>(working: Promise<T>): Promise<T> {
    const over = working.catch(() => undefined).finally(() => underWay.delete(over));
    underWay.add(over);
    return working;
  }

  return {
    /** Work that was left behind and has not ended. */
    leftBehind: (): Promise<unknown> | null => (underWay.size === 0 ? null : Promise.all(underWay)),

    /** The first failure counts. */
    fail(failure: ExecutionFailure) {
      if (!ended.signal.aborted) ended.abort(failure);
    },

    /** Gives what the work gives, unless the run or the signal ends before. */
    async during<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      ended.signal.throwIfAborted();
      const stops = [signal, ended.signal];
      let stop: () => void = () => undefined;
      const stopped = new Promise<never>((_resolve, reject) => {
        stop = () => reject(stops.find(({ aborted }) => aborted)?.reason);
      });
      for (const one of stops) one.addEventListener('abort', stop);
      try {
        return await Promise.race([tracked(work()), stopped]);
      } catch (error) {
        // What broke may have broken by the very thing that ends the run.
        ended.signal.throwIfAborted();
        signal.throwIfAborted();
        throw error;
      } finally {
        for (const one of stops) one.removeEventListener('abort', stop);
      }
    },
  };
}
