import type { SentenceReading } from '../../../client/index.ts';
import type { Style } from '../terminal/style.ts';
import { clean } from '../terminal/text.ts';
import type { SourcePosition } from './yaml-reader.ts';

/** A sentence that means something else than in earlier versions. */
export interface Changed {
  /** The title of its test. */
  test: string;
  sentence: string;
  was: string;
  now: string;
  /** Of a test in a file. */
  position?: SourcePosition | undefined;
}

export function changedIn(
  test: string,
  sentences: readonly SentenceReading[],
  positionOf: (at: number) => SourcePosition | undefined = () => undefined,
): Changed[] {
  return sentences.flatMap(({ sentence, readBefore, reading }, at) =>
    readBefore === null
      ? []
      : [{ test, sentence, was: readBefore, now: reading ?? '', position: positionOf(at) }],
  );
}

/** For programs. */
export function changedDocument({ position, ...changed }: Changed) {
  return { ...changed, ...(position !== undefined && { file: position.file, line: position.line }) };
}

export function changedLines(changed: readonly Changed[], style: Style): string[] {
  if (changed.length === 0) return [];
  const many = changed.length === 1 ? '1 sentence means' : `${changed.length} sentences mean`;
  return [
    `${many} something else than in earlier versions:`,
    ...changed.flatMap(({ test, sentence, was, now, position }) => [
      `${placeText(test, position)}: ${clean(sentence)}`,
      style.dim(`    was: ${clean(was)}`),
      `    now: ${clean(now)}`,
    ]),
  ];
}

function placeText(test: string, position: SourcePosition | undefined): string {
  return position === undefined ? clean(test) : `${position.file}:${position.line}:${position.col}`;
}
