import { ActionIcon, Checkbox, Group as Row, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group, GroupTest } from '../../src/client/index.ts';
import { groupTestsQuery } from '../groups/groups-query.ts';
import { RemoveIcon } from '../parts/icons.tsx';
import { TextLink } from '../parts/links.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Refused } from '../parts/refused.tsx';
import { Section } from '../parts/section.tsx';
import { moved, SortableList } from '../parts/sortable-list.tsx';
import { client } from '../service/client.ts';
import { TestState } from '../tests/test-state.tsx';
import { AddTest } from './add-test.tsx';

interface Props {
  group: Group;
  tests: GroupTest[];
}

export function GroupTests({ group, tests: stored }: Props) {
  const { tests, change, error } = useGroupTests(group, stored);
  return (
    <Section title="Tests">
      {tests.length === 0 ? (
        <Text c="dimmed">The group has no tests yet. Add the first one below.</Text>
      ) : (
        <SortableList
          items={tests}
          label="Tests of the group"
          keyOf={({ test }) => test.id}
          nameOf={({ test }) => `“${test.title}”`}
          onMove={(from, to) =>
            change({
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
                change({
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
                change({
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
      <Refused error={error} title="The group was not changed" />
      <AddTest group={group} tests={tests} />
    </Section>
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

function useGroupTests({ id, projectId }: Group, stored: GroupTest[]) {
  const queryClient = useQueryClient();
  const { queryKey } = groupTestsQuery(projectId, id);
  const mutationKey = ['group-tests', id];
  // The cache notifies its readers a moment later: a second key or click before that would move what has moved already.
  const [expected, setExpected] = useState<GroupTest[] | null>(null);
  const { mutate, error } = useMutation({
    // One after the other: a place counts from the list as the call before has left it.
    scope: { id: `group-tests ${id}` },
    mutationKey,
    mutationFn: ({ call }: Change) => call({ id }),
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        shown.map((member, at) => ({ ...member, position: at + 1 })),
      );
    },
    onSettled: async () => {
      const isLast = () => queryClient.isMutating({ mutationKey }) <= 1;
      if (!isLast()) return;
      await queryClient.invalidateQueries({ queryKey });
      if (isLast()) setExpected(null);
    },
  });
  const change = (next: Change) => {
    setExpected(next.shown);
    mutate(next);
  };
  return { tests: expected ?? stored, change, error };
}
