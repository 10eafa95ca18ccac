import { type Static, Type } from 'typebox';
import { ExecutionFailure } from '../../engine/report.ts';
import { nullable } from '../../kernel/schema.ts';
import { liveProjectOfCall } from '../projects/project-of-call.ts';
import { readableVariables } from '../projects/variable.ts';
import { longestPrompt } from '../runs/prompt.ts';
import { platformsOf, taskPlatforms } from '../runs/run-request.ts';
import { SentenceReading } from '../runs/sentence-reading.ts';
import { GivenSteps, titled } from './given-steps.ts';
import type { HttpServer, Parts } from './parts.ts';
import { optionalProject } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { validationError } from './validation.ts';

const ReadSteps = Type.Object(
  {
    prompt: Type.Optional(
      nullable.text({
        format: 'prompt',
        maxLength: longestPrompt,
        description: 'Sentences as a run takes them; either this or steps',
        examples: ['Click "Sign in". See "Welcome".'],
      }),
    ),
    steps: Type.Optional(
      Type.Unsafe<Static<typeof GivenSteps> | null>({
        ...GivenSteps,
        type: ['array', 'null'],
        description: 'Steps as a test has them; either this or prompt',
      }),
    ),
    platform: Type.Optional(
      nullable.oneOf(taskPlatforms, { description: '`web` by default; `mobile` is either kind of phone' }),
    ),
    projectId: optionalProject,
  },
  { title: 'ReadSteps' },
);

const operation = operationsOf('Tests', 'project');

export function stepRoutes(api: HttpServer, { db, reader, hasModel }: Parts): void {
  api.post(
    '/steps/read',
    operation('readSteps', {
      summary: 'Read sentences without running them',
      description:
        'Says of each sentence what a run would do, or why it is not understood and what would be understood instead.',
      body: ReadSteps,
      response: { 200: Type.Object({ sentences: Type.Array(SentenceReading) }) },
    }),
    async ({ body, principal }) => {
      const text = textOf(body);
      const project = await liveProjectOfCall(db, principal, body.projectId);
      const platforms = platformsOf(body.platform ?? 'web');
      const variables = await readableVariables(db, project);
      try {
        return { sentences: await reader.read(project, text, { platforms, variables, hasModel }) };
      } catch (error) {
        if (!(error instanceof ExecutionFailure)) throw error;
        throw validationError([{ path: text.steps === null ? 'prompt' : 'steps', message: error.message }]);
      }
    },
  );
}

function textOf({ prompt = null, steps = null }: Static<typeof ReadSteps>) {
  if ((prompt === null) === (steps === null)) {
    throw validationError([{ path: 'body', message: 'must have exactly one of prompt and steps' }]);
  }
  return { prompt, steps: steps && titled(steps) };
}
