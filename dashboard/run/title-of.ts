import type { Run } from '../../src/client/index.ts';

const longest = 200;

/** As the list of runs names it. */
export function titleOf({ name, output, prompt }: Run): string {
  const [firstLine = ''] = (prompt ?? '').trim().split('\n', 1);
  return name ?? output.featureName ?? (firstLine === '' ? 'Run' : firstLine.slice(0, longest));
}
