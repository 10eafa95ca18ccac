import type { RunStep } from '../../src/client/index.ts';

export interface StepPair {
  left: RunStep | undefined;
  right: RunStep | undefined;
}

/**
 * Steps of two runs beside each other, in their order: those of the same title as far as they come in the same order, and
 * between these by their place.
 */
export function alignSteps(left: readonly RunStep[], right: readonly RunStep[]): StepPair[] {
  const pairs: StepPair[] = [];
  let from = { left: 0, right: 0 };
  const fillUpTo = (to: { left: number; right: number }) => {
    const gap = Math.max(to.left - from.left, to.right - from.right);
    for (let at = 0; at < gap; at += 1) {
      pairs.push({
        left: from.left + at < to.left ? left[from.left + at] : undefined,
        right: from.right + at < to.right ? right[from.right + at] : undefined,
      });
    }
  };
  for (const same of sameTitles(left, right)) {
    fillUpTo(same);
    pairs.push({ left: left[same.left], right: right[same.right] });
    from = { left: same.left + 1, right: same.right + 1 };
  }
  fillUpTo({ left: left.length, right: right.length });
  return pairs;
}

/** The longest common sequence of titles. A run has 500 steps at most. */
function sameTitles(
  left: readonly RunStep[],
  right: readonly RunStep[],
): Array<{ left: number; right: number }> {
  const lengths = left.map(() => new Array<number>(right.length + 1).fill(0));
  lengths.push(new Array<number>(right.length + 1).fill(0));
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const isSame = (row: number, column: number) => left[row]?.title === right[column]?.title;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const cells = lengths[row];
      if (cells === undefined) continue;
      cells[column] = isSame(row, column)
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const found: Array<{ left: number; right: number }> = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (isSame(row, column)) {
      found.push({ left: row, right: column });
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}

/** What is not the same in the two, in words; empty where nothing is. */
export function differencesOf({ left, right }: StepPair): string[] {
  if (left === undefined) return ['Only in the right run'];
  if (right === undefined) return ['Only in the left run'];
  return [
    ...(left.title === right.title ? [] : ['Another sentence']),
    ...(left.status === right.status ? [] : ['Another outcome']),
    ...(left.status === right.status && left.error !== right.error ? ['Another error'] : []),
  ];
}
