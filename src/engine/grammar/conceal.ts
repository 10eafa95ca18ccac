import type { Variable } from '../../kernel/variables.ts';
import { ActionFailed } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import { withTexts } from './instruction.ts';

/**
 * What a step says and throws, with `{{name}}` in place of the secrets that the step itself uses, however short they
 * are. Longer ones of other steps are covered where the report is written.
 */
export function concealing(
  title: string,
  variables: readonly Variable[],
): (work: () => Promise<string>) => Promise<string> {
  const names = namesIn(title);
  const used = variables
    .filter(({ name, value, isSecret }) => isSecret && value !== '' && names.has(name))
    .sort((one, other) => other.value.length - one.value.length);
  const conceal = (text: string) =>
    used.reduce((hidden, { name, value }) => hidden.replaceAll(value, `{{${name}}}`), text);
  return async (work) => {
    try {
      return conceal(await work());
    } catch (error) {
      if (error instanceof ActionFailed) {
        throw new ActionFailed(conceal(error.message), {
          ...(error.expected !== null && { expected: conceal(error.expected) }),
          ...(error.actual !== null && { actual: conceal(error.actual) }),
          rect: error.rect,
          shortcomings: withTexts(error.shortcomings, conceal),
        });
      }
      if (error instanceof ExecutionFailure && used.length > 0) {
        throw new ExecutionFailure(error.code, conceal(error.message), { cause: error.cause });
      }
      throw error;
    }
  };
}

function namesIn(title: string): Set<string> {
  return new Set([...title.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map(([, name = '']) => name));
}
