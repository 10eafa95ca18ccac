/**
 * Settles as `work` does, or rejects when the time is over; `work` goes on then, and nobody hears of its end. A process
 * that was held up first hears what has come meanwhile.
 */
export function withinMs<Result>(work: Promise<Result>, limitMs: number, late: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), limitMs);
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(settled(resolve), settled(reject));
  });
}
