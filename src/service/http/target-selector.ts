import { Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import type { EnvironmentSelector } from '../projects/environment-store.ts';
import { idOf } from './resources.ts';
import { validationError } from './validation.ts';

/** Members of a body that say what is tested, of which a call gives one at most. */
export function targetSelector(description: string) {
  return {
    targetUrl: Type.Optional(nullable.text({ format: 'http-url', description })),
    environment: Type.Optional(
      nullable.text({
        format: 'plain-text',
        maxLength: 200,
        description: 'Name of an environment of the project, in any case; stands for its url',
      }),
    ),
    projectEnvironmentId: Type.Optional(
      nullable.text({
        ...idOf('environment'),
        description: 'Id of an environment of the project; stands for its url',
      }),
    ),
  };
}

export function selectedTarget(body: {
  targetUrl?: string | null;
  environment?: string | null;
  projectEnvironmentId?: string | null;
}): { targetUrl: string | null; environment: EnvironmentSelector | null } {
  const { targetUrl = null, environment: name = null, projectEnvironmentId: id = null } = body;
  if ([targetUrl, name, id].filter((given) => given !== null).length > 1) {
    throw validationError([
      { path: 'environment', message: 'give only one of targetUrl, environment and projectEnvironmentId' },
    ]);
  }
  if (id !== null) return { targetUrl, environment: { id } };
  return { targetUrl, environment: name === null ? null : { name } };
}
