import type { SentenceReading, TestProblem } from '../../../client/index.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';

/** `✓ Click "Save"`, and below it what would be done; or why it would not be done, and what could be. */
export function readingLines(read: SentenceReading, style: Style): string[] {
  const { sentence, problem, reading, nearest } = read;
  if (problem !== null) return problemLines({ sentence, problem, nearest }, style);
  const isNews = reading !== null && reading !== sentence;
  return [`${style.green('✓')} ${clean(sentence)}`, ...(isNews ? [style.dim(`    ${clean(reading)}`)] : [])];
}

export function problemLines({ sentence, problem, nearest }: TestProblem, style: Style): string[] {
  return [
    `${style.red('✗')} ${clean(sentence)}`,
    `    ${style.red(clean(problem))}`,
    ...nearest.map((instead) => `    Nearest: ${clean(instead)}`),
  ];
}

export function insteadText(nearest: readonly string[]): string {
  return nearest.length === 0 ? '' : ` Nearest: ${nearest.join(' | ')}`;
}
