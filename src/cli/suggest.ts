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

export function didYouMean(typed: string, candidates: readonly string[]): string {
  const meant = nearest(typed, candidates);
  return meant === null ? '' : ` Did you mean "${meant}"?`;
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
