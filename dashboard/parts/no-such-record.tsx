import { TextLink } from './links.tsx';
import { EmptyState } from './states.tsx';

const listOf = {
  run: '/projects/$projectId/runs',
  group: '/projects/$projectId/groups',
  test: '/projects/$projectId/tests',
  app: '/projects/$projectId/apps',
} as const;

interface Props {
  noun: keyof typeof listOf;
  projectId: string;
  whereItWent?: string;
}

/** For an address that leads to nothing: leads to the list of what there is. */
export function NoSuchRecord({ noun, projectId, whereItWent = 'It was deleted' }: Props) {
  return (
    <EmptyState
      title={`There is no such ${noun}`}
      action={
        <TextLink to={listOf[noun]} params={{ projectId }}>
          Show the {noun}s of this project
        </TextLink>
      }
    >
      {whereItWent}, or it belongs to another project.
    </EmptyState>
  );
}
