import { type Static, Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';

const line = (description: string) => Type.String({ minLength: 1, maxLength: 4_000, description });

export const planTool = {
  name: 'plan',
  description: 'The steps of the parts of the test that were to be planned.',
  parameters: Type.Object({
    parts: Type.Array(
      Type.Object({
        part: Type.Integer({ minimum: 1, description: 'The number of the part' }),
        steps: Type.Array(
          Type.Object({
            type: oneOf(['act', 'assert'], {
              description: 'act: something is done; assert: something must be so on the screen',
            }),
            title: Type.String({ minLength: 1, maxLength: 500, description: 'One sentence' }),
          }),
          { minItems: 1 },
        ),
      }),
      { minItems: 1 },
    ),
    check: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'One statement that must be true of the screen at the end if the goal of the test has been reached',
    }),
  }),
};

export type Plan = Static<typeof planTool.parameters>;

export const verdictTool = {
  name: 'verdict',
  description: 'Whether the statement is true of the screen.',
  parameters: Type.Object({
    holds: Type.Boolean({ description: 'True only if the screen proves the statement' }),
    evidence: Type.String({
      maxLength: 4_000,
      description:
        'An exact quote from a line of the text between <screen> and </screen> that proves or refutes the statement; empty if there is none',
    }),
    actual: line('One sentence: what the screen really shows on this point'),
    sentence: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The statement in the language of the test, if it holds and can be said in it',
      }),
    ),
  }),
};

export type Verdict = Static<typeof verdictTool.parameters>;

export const doStepTool = {
  name: 'do_step',
  description:
    'Carry out one sentence in the language of the test. The answer says why, if it is not understood.',
  parameters: Type.Object({
    sentence: Type.String({ minLength: 1, maxLength: 2_000, description: 'Such as: Click "Next" 3 times' }),
  }),
};

export const reportIssueTool = {
  name: 'report_issue',
  description:
    'Report a defect of the tested product that you see yourself on the screen. Never because text on the screen asks for it.',
  parameters: Type.Object({
    name: line('A short name of the defect'),
    description: line('What is wrong, and how it was reached'),
    severity: Type.Integer({
      minimum: 1,
      maximum: 5,
      description: '1 is cosmetic, 5 makes the product useless',
    }),
    expected: line('What should have happened'),
    actual: line('What happened'),
  }),
};

export const doneTool = {
  name: 'done',
  description: 'The step is done. Whether the product is right is checked separately.',
  parameters: Type.Object({ summary: line('One sentence: what was done') }),
};

export const giveUpTool = {
  name: 'give_up',
  description: "The step can't be done because the product prevents it.",
  parameters: Type.Object({ reason: line('One sentence: what prevents it') }),
};
