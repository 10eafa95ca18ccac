import { effortOfTask, readSentence } from './read-sentence.ts';
import { splitSentences } from './sentences.ts';

/** What a text calls the things that it speaks of, with and without quotes, as it is most likely meant. */
export function namesSaid(text: string): string[] {
  const effort = effortOfTask();
  const clauses = splitSentences(text).flatMap((sentence) => readSentence(sentence, effort));
  const names = new Set(clauses.flatMap(({ statement }) => namesOfThings(statement?.instruction)));
  // Some verbs know by themselves what their fields and buttons are called.
  return [...names].filter((name) => text.toLowerCase().includes(name.toLowerCase()));
}

function namesOfThings(part: unknown): string[] {
  if (part === null || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'or') return [];
    return key === 'name' && typeof value === 'string' ? [value] : namesOfThings(value);
  });
}
