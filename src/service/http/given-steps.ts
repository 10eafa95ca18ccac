import { type Static, Type } from 'typebox';
import { stepTypes } from '../../engine/task.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { maxSteps, maxStepTitle, screenshotTitle, type TestSettings } from '../groups/test.ts';
import { validationError } from './validation.ts';

export const stepType = oneOf(stepTypes, { description: '`assert` says what must be seen' });
const GivenStep = Type.Object(
  {
    type: stepType,
    title: Type.Optional(
      nullable.text({
        minLength: 1,
        maxLength: maxStepTitle,
        format: 'plain-text',
        description: 'Only a screenshot needs none',
        examples: ['Click "Sign in"'],
      }),
    ),
  },
  { title: 'GivenStep' },
);

/** The steps of a test as calls give them. */
export const GivenSteps = Type.Array(GivenStep, { minItems: 1, maxItems: maxSteps });

export function titled(steps: Static<typeof GivenSteps>): TestSettings['steps'] {
  return steps.map(({ type, title }, at) => {
    if (title != null) return { type, title };
    if (type === 'screenshot') return { type, title: screenshotTitle };
    throw validationError([{ path: `steps.${at}.title`, message: 'is required' }]);
  });
}
