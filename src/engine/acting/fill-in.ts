import { rewriteNames, unknownVariable, type Variable } from '../../kernel/variables.ts';
import { ExecutionFailure } from '../report.ts';
import type { Secret } from './device.ts';

/** Puts the values in the places of `{{name}}`. A name that the project does not have ends the run before it begins. */
export function fillIn(text: string, variables: readonly Variable[]): string {
  return rewriteNames(text, (name) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable !== undefined) return variable.value;
    throw new ExecutionFailure('VARIABLE_UNKNOWN', unknownVariable(name, variables));
  });
}

export function secretsOf(variables: readonly Variable[]): Secret[] {
  return variables
    .filter(({ isSecret }) => isSecret)
    .map(({ name, value, hosts = null }) => ({ name, value, hosts }));
}
