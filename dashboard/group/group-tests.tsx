import { ActionIcon, Alert, Checkbox, Group as Row, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group, GroupTest } from '../../src/client/index.ts';
import { groupTestsQuery } from '../groups/groups-query.ts';
import { RemoveIcon } from '../parts/icons.tsx';
import { TextLink } from '../parts/links.tsx';
import { moved } from '../parts/moved.ts';
import { platformNames } from '../parts/platform-names.ts';
import { SortableList } from '../parts/sortable-list.tsx';
import { client } from '../service/client.ts';
import { TestState } from '../tests/test-state.tsx';
import { AddTest } from './add-test.tsx';

interface Props {
  group: Group;
  tests: GroupTest[];
}

export function GroupTests({ group, tests }: Props) {
  const change = useGroupTests(group);
  return (
    <Stack component="section" aria-label="Tests" gap="xs">
      <Title order={2} size="h4">
        Tests
      </Title>
      {tests.length === 0 ? (
        <Text c="dimmed">The group has no tests yet. Add the first one below.</Text>
      ) : (
        <SortableList
          items={tests}
          label="Tests of the group"
          keyOf={({ test }) => test.id}
          nameOf={({ test }) => `“${test.title}”`}
          onMove={(from, to) =>
            change.mutate({
              shown: moved(tests, from, to),
              call: (path) =>
                client.call('changeTestInGroup', {
                  path: { ...path, testId: tests[from]?.test.id ?? '' },
                  body: { position: to + 1 },
                }),
            })
          }
          actions={({ test }) => (
            <ActionIcon
              variant="default"
              aria-label={`Take “${test.title}” out of the group`}
              title="Take it out of the group"
              onClick={() =>
                change.mutate({
                  shown: tests.filter((other) => other.test.id !== test.id),
                  call: (path) => client.call('removeTestFromGroup', { path: { ...path, testId: test.id } }),
                })
              }
            >
              <RemoveIcon />
            </ActionIcon>
          )}
        >
          {(member) => (
            <Member
              member={member}
              onEnable={(enabled) =>
                change.mutate({
                  shown: tests.map((other) =>
                    other.test.id === member.test.id ? { ...other, enabled } : other,
                  ),
                  call: (path) =>
                    client.call('changeTestInGroup', {
                      path: { ...path, testId: member.test.id },
                      body: { enabled },
                    }),
                })
              }
            />
          )}
        </SortableList>
      )}
      {change.isError && (
        <Alert color="red" title="The group was not changed" role="alert">
          {change.error.message}
        </Alert>
      )}
      <AddTest group={group} tests={tests} />
    </Stack>
  );
}

function Member({ member, onEnable }: { member: GroupTest; onEnable: (enabled: boolean) => void }) {
  const { test, enabled } = member;
  return (
    <Row gap="sm" wrap="nowrap" align="flex-start">
      <Checkbox
        mt={4}
        aria-label={`“${test.title}” runs in this group`}
        title="Runs in this group"
        checked={enabled}
        onChange={({ currentTarget }) => onEnable(currentTarget.checked)}
      />
      <Stack gap={2} miw={0}>
        <TextLink
          to="/projects/$projectId/tests/$testId"
          params={{ projectId: test.projectId, testId: test.id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {test.title}
        </TextLink>
        <Row gap="xs">
          <Text size="sm" c="dimmed">
            {platformNames[test.platform]}
          </Text>
          <TestState test={test} />
        </Row>
      </Stack>
    </Row>
  );
}

interface Change {
  /** What the list is about to be: shown at once, and taken back where the service refuses. */
  shown: GroupTest[];
  call: (path: { id: string }) => Promise<unknown>;
}

function useGroupTests({ id, projectId }: Group) {
  const queryClient = useQueryClient();
  const { queryKey } = groupTestsQuery(projectId, id);
  return useMutation({
    // One after the other: a place counts from the list as the call before has left it.
    scope: { id: `group-tests ${id}` },
    mutationFn: ({ call }: Change) => call({ id }),
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        shown.map((member, at) => ({ ...member, position: at + 1 })),
      );
    },
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey: ['group-tests', id] }) <= 1;
      return isLast ? queryClient.invalidateQueries({ queryKey }) : undefined;
    },
    mutationKey: ['group-tests', id],
  });
}
