/** The candidate that was probably meant, or null when none is near. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const wanted = typed.toLowerCase();
  let best: { candidate: string; edits: number } | null = null;
  for (const candidate of candidates) {
    const edits = editsBetween(wanted, candidate.toLowerCase());
    if (best === null || edits < best.edits) best = { candidate, edits };
  }
  if (best === null) return null;
  const begun = candidates.filter((candidate) => candidate.toLowerCase().startsWith(wanted));
  if (best.edits > 1 && wanted.length > 1 && begun.length === 1) return begun[0] ?? null;
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, best.candidate.length) / 3));
  return best.edits <= allowed ? best.candidate : null;
}

/** Letters left out, put in, replaced, or swapped with their neighbour (optimal string alignment). */
export function editsBetween(from: string, to: string): number {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** How often each pair of neighbouring letters is in a text. */
export interface LetterPairs {
  /** By the code units of both. */
  counts: ReadonlyMap<number, number>;
  total: number;
}

export function letterPairs(text: string): LetterPairs {
  const counts = new Map<number, number>();
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.charCodeAt(at - 1) * 0x1_0000 + text.charCodeAt(at);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, total: Math.max(text.length - 1, 0) };
}

/** What shares less does not resemble at all. */
export const leastSimilarity = 0.3;

/** From 0 to 1, by the pairs that two texts share. */
export function similarityOf(one: LetterPairs, other: LetterPairs): number {
  if (one.total + other.total === 0) return 0;
  let shared = 0;
  const [few, many] = one.total < other.total ? [one.counts, other.counts] : [other.counts, one.counts];
  for (const [pair, count] of few) shared += Math.min(count, many.get(pair) ?? 0);
  return (2 * shared) / (one.total + other.total);
}
