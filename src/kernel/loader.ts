import { setTimeout as delay } from 'node:timers/promises';

/**
 * Turns many concurrent calls into few: what is asked for in the same moment shares a batch, and what is asked for while
 * one is under way shares the next. Nothing is remembered and nobody waits for company that is not there yet, so an idle
 * caller pays nothing and an answer is never older than its question.
 * `run` answers each item at its index. With a `lingerMs` a batch that is not full waits for company that long: for what
 * nobody is waiting for, and where each batch has a price of its own.
 */
export function createLoader<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  maxItems = 500,
  lingerMs = 0,
): (item: Item) => Promise<Result> {
  let waiting: Array<{ item: Item; resolve(result: Result): void; reject(error: unknown): void }> = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (lingerMs > 0 && waiting.length < maxItems) await delay(lingerMs);
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, at) => {
          resolve(results[at] as Result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // By then all calls of this turn have come, such as those that one answer has resumed together.
      queueMicrotask(() => void drain());
    });
}
