export interface Variable {
  name: string;
  value: string;
  isSecret: boolean;
  /** Of a secret: the only pages that it is filled in on; without: those that the run may go to. */
  hosts?: readonly string[] | null;
}

export const variableNamePattern = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
/** More of them would not be read. */
const maxListed = 20;
const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]{0,63})\s*\}\}/g;

/** The variables that a text names. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(placeholder)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** What stands for a value that must stay unknown. */
export function placeholderOf(name: string): string {
  return `{{${name}}}`;
}

/** The text with something else in the place of each variable that it names. */
export function rewriteNames(text: string, write: (name: string) => string): string {
  return text.replace(placeholder, (_whole, name: string) => write(name));
}

export function unknownVariable(name: string, variables: readonly Variable[]): string {
  const known = variables.slice(0, maxListed).map((candidate) => candidate.name);
  const others = variables.length - known.length;
  const has = known.length === 0 ? 'none' : `${known.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `The project has no variable "${name}"; it has ${has}.`;
}

/** What is covered wherever it appears. */
export function secretValues(variables: readonly Variable[]): string[] {
  return variables.filter(({ isSecret }) => isSecret).map(({ value }) => value);
}
