import { rememberedIn } from '../../engine/read-task.ts';
import { ExecutionFailure } from '../../engine/report.ts';
import { remembering } from '../../kernel/memo.ts';
import { leastSimilarity, letterPairs, similarityOf } from '../../kernel/similarity.ts';
import {
  namesIn,
  placeholderOf,
  rewriteNames,
  unknownVariable,
  type Variable,
} from '../../kernel/variables.ts';
import { maxVariables } from '../projects/variable-store.ts';

/** What sentences name as variables and their project does not have. */
export interface MissingVariables {
  /** With these beside those of the project, every sentence can be read. */
  standIns: Variable[];
  /** Null where a sentence names none of them. */
  problemOf(sentence: string): string | null;
  /** The sentence with names that the project has, where there are similar ones. */
  nearestTo(sentence: string): string[];
}

/** Throws `ExecutionFailure` for more of them than a project can have, since each is compared with all. */
export function missingVariables(texts: readonly string[], variables: readonly Variable[]): MissingVariables {
  const known = new Set([...variables, ...rememberedIn(texts)].map(({ name }) => name));
  const missing = new Set(texts.flatMap(namesIn).filter((name) => !known.has(name)));
  if (missing.size > maxVariables) {
    throw new ExecutionFailure(
      'VARIABLE_UNKNOWN',
      `More than ${maxVariables} variables are named that the project does not have.`,
    );
  }
  const nearestNames = nearestAmong([...known]);
  return {
    standIns: [...missing].map((name) => ({ name, value: placeholderOf(name), isSecret: false })),
    problemOf(sentence) {
      const first = namesIn(sentence).find((name) => missing.has(name));
      return first === undefined ? null : unknownVariable(first, variables);
    },
    nearestTo(sentence) {
      const respelt = rewriteNames(sentence, (name) =>
        placeholderOf(missing.has(name) ? (nearestNames(name) ?? name) : name),
      );
      return namesIn(respelt).some((name) => missing.has(name)) ? [] : [respelt];
    },
  };
}

function nearestAmong(names: readonly string[]): (name: string) => string | null {
  const outlines = names.map((name) => ({ name, letters: letterPairs(name.toLowerCase()) }));
  return remembering((wanted) => {
    const letters = letterPairs(wanted.toLowerCase());
    let nearest: string | null = null;
    let most = leastSimilarity;
    for (const outline of outlines) {
      const likeness = similarityOf(letters, outline.letters);
      if (likeness <= most) continue;
      nearest = outline.name;
      most = likeness;
    }
    return nearest;
  });
}
