import { namesIn } from '../../kernel/variables.ts';
import type { PlannedStep } from '../acting/planned-step.ts';
import type { StepType } from '../task.ts';
import type { StepAssignment } from './assignment.ts';

/** The step that a sentence of the model asks for, or what the model reads instead. */
export function stepSaid(
  sentence: string,
  type: StepType,
  { understand, variables }: StepAssignment,
): PlannedStep | { fault: string } {
  for (const name of namesIn(sentence)) {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable === undefined) return { fault: `There is no variable "${name}".` };
    // What may be said in a sentence, an address for one, might carry it away.
    if (variable.isSecret) return { fault: `{{${name}}} is a secret: only the tool "type" takes it.` };
  }
  const read = understand(sentence, type);
  if ('execute' in read) return read;
  const nearest = read.nearest.length === 0 ? '' : ` Understood would be: ${read.nearest.join(' | ')}`;
  return { fault: `${read.problem}${nearest}` };
}
