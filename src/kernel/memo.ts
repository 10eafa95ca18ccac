/** Of the texts that were met of late. Long ones are not remembered. */
interface Memory<Result> {
  get(text: string): Result | undefined;
  set(text: string, result: Result): void;
}

export function createMemory<Result>(maxEntries = 1_000, longest = Number.POSITIVE_INFINITY): Memory<Result> {
  const known = new Map<string, Result>();
  return {
    get: (text) => known.get(text),
    set(text, result) {
      if (text.length > longest) return;
      if (known.size >= maxEntries) known.clear();
      known.set(text, result);
    },
  };
}

/** Remembers what a pure function gave. Each text is kept as a copy: a part of a long text would keep all of it. */
export function remembering<Result>(
  compute: (text: string) => Result,
  maxEntries?: number,
  longest?: number,
): (text: string) => Result {
  const memory = createMemory<Result>(maxEntries, longest);
  return (text) => {
    let result = memory.get(text);
    if (result === undefined) {
      const own = ` ${text}`.slice(1);
      result = compute(own);
      memory.set(own, result);
    }
    return result;
  };
}
