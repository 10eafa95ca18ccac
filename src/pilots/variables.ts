import { ExecutionFailure, type Secret } from '../devices/device.ts';

export interface Variable {
  name: string;
  value: string;
  isSecret: boolean;
  /** Of a secret: the only pages that it is filled in on; without: those that the run may go to. */
  hosts?: readonly string[] | null;
}

export const variableNamePattern = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]{0,63})\s*\}\}/g;

/** Puts the values in the places of `{{name}}`. A name that the project does not have ends the run before it begins. */
export function fillIn(text: string, variables: readonly Variable[]): string {
  return text.replace(placeholder, (_whole, name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable !== undefined) return variable.value;
    const known = variables.map((candidate) => candidate.name).join(', ');
    throw new ExecutionFailure(
      'VARIABLE_UNKNOWN',
      `The project has no variable "${name}"; ${known === '' ? 'it has none' : `it has ${known}`}.`,
    );
  });
}

export function secretsOf(variables: readonly Variable[]): Secret[] {
  return variables
    .filter(({ isSecret }) => isSecret)
    .map(({ name, value, hosts = null }) => ({ name, value, hosts }));
}

/** What is covered wherever it appears. */
export function secretValues(variables: readonly Variable[]): string[] {
  return secretsOf(variables).map(({ value }) => value);
}
