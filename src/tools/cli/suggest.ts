import { nearest } from '../../kernel/similarity.ts';

export function didYouMean(typed: string, candidates: readonly string[]): string {
  const meant = nearest(typed, candidates);
  return meant === null ? '' : ` Did you mean "${meant}"?`;
}
