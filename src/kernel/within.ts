/**
 * Gives what the work gives, or what `late` gives (or throws) after `limitMs`. The work is not stopped, and its end is
 * ignored. A process that was held up first takes the answers that have come meanwhile.
 */
export function within<Result, Late = Result>(
  limitMs: number,
  work: Promise<Result>,
  late: () => Late | Promise<Late>,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    const timer = setTimeout(() => setImmediate(giveUp), limitMs);
    const ended =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        hasEnded = true;
        clearTimeout(timer);
        settle(value);
      };
    work.then(ended(resolve), ended(reject));

    function giveUp(): void {
      if (hasEnded) return;
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }
  });
}
