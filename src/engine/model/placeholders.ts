import { namesIn, placeholderOf, type Variable } from '../../kernel/variables.ts';
import { type ActionName, actionOf } from '../acting/catalogue.ts';
import { ActionFailed } from '../acting/device.ts';
import { fillIn } from '../acting/fill-in.ts';

/** The text with what is no secret filled in; a secret keeps its placeholder. */
export function fillInPublic(text: string, variables: readonly Variable[]): string {
  return fillIn(text, withoutSecrets(variables));
}

/** The variables with each secret's value replaced by its own placeholder. */
export function withoutSecrets(variables: readonly Variable[]): Variable[] {
  return variables.map((variable) =>
    variable.isSecret ? { ...variable, value: placeholderOf(variable.name) } : variable,
  );
}

export interface FilledInput {
  input: unknown;
  /** Puts the placeholder back where a sentence repeats a secret. */
  cover(sentence: string): string;
}

/**
 * The input of an action with the values in their places, just before it is performed. Only secrets that the step itself
 * names are given out, and only into what is typed: what a page says can neither fetch another nor send one away.
 */
export function fillInput(
  action: ActionName,
  input: unknown,
  step: { title: string; variables: readonly Variable[] },
): FilledInput {
  const named = new Set(namesIn(step.title));
  const used: Variable[] = [];

  const fill = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      for (const name of namesIn(value)) {
        const variable = step.variables.find((candidate) => candidate.name === name);
        if (variable === undefined) {
          throw new ActionFailed(
            `There is no variable "${name}". A thing whose name looks like one is reached by its reference.`,
          );
        }
        if (variable.isSecret) {
          if (actionOf(action).typed !== path) {
            throw new ActionFailed(`{{${name}}} is a secret: it can only be typed, as the text of "type".`);
          }
          if (!named.has(name))
            throw new ActionFailed(`{{${name}}} is a secret that this step does not name.`);
          used.push(variable);
        }
      }
      return fillIn(value, step.variables);
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item, path === '' ? key : `${path}.${key}`)]),
    );
  };

  return {
    input: fill(input, ''),
    cover: (sentence) =>
      used.reduce(
        (covered, { name, value }) => (value === '' ? covered : covered.replaceAll(value, `{{${name}}}`)),
        sentence,
      ),
  };
}

export function usesSecret(input: unknown, variables: readonly Variable[]): boolean {
  const names = new Set(namesIn(JSON.stringify(input) ?? ''));
  return variables.some(({ name, isSecret }) => isSecret && names.has(name));
}
