export const longestPrompt = 20_000;

/** What is wrong with the text of a prompt, or null. Line breaks are part of it; its length is the schema's matter. */
export function promptFault(prompt: string): string | null {
  if (prompt.trim() === '') return 'must say what to test';
  return prompt.includes('\0') || !prompt.isWellFormed() ? 'must have no NUL and no broken characters' : null;
}
