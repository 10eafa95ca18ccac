/**
 * Remembers what a pure function gave for the texts that it met of late. Long ones are not remembered. Each is kept as a
 * copy: a part of a long text would keep all of it.
 */
export function remembering<Result>(
  compute: (text: string) => Result,
  maxEntries = 1_000,
  longest = Number.POSITIVE_INFINITY,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > longest) return compute(text);
    let result = known.get(text);
    if (result === undefined) {
      const own = ` ${text}`.slice(1);
      result = compute(own);
      if (known.size >= maxEntries) known.clear();
      known.set(own, result);
    }
    return result;
  };
}
