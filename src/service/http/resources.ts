import { Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';

/** What names a resource: one whose id has another shape does not exist, wherever a call names it. */
export const idOf = (resource: string) => ({
  format: 'uuid',
  description: `Identifier of the ${resource}`,
  'x-resource': resource,
});

export const ProjectPath = Type.Object({
  projectId: Type.String(idOf('project')),
});

/** Of a call that names its project in its body. */
export const optionalProject = Type.Optional(
  nullable.text({
    ...idOf('project'),
    description: 'A project key implies its project; an admin key needs this when there are several',
  }),
);

export const Deleted = Type.Object(
  { deleted: Type.Boolean(), id: Type.String({ description: 'What was deleted, as the path names it' }) },
  { title: 'Deleted' },
);
