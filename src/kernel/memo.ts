/** Remembers what a pure function gave for the texts that it met of late. */
export function remembering<Result>(
  compute: (text: string) => Result,
  maxEntries = 1_000,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = compute(text);
      if (known.size >= maxEntries) known.clear();
      known.set(text, result);
    }
    return result;
  };
}
