import { Button, NativeSelect, Group as Row, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group, GroupTest } from '../../src/client/index.ts';
import { groupTestsQuery } from '../groups/groups-query.ts';
import { TextLink } from '../parts/links.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Refused } from '../parts/refused.tsx';
import { client } from '../service/client.ts';
import { testsQuery } from '../tests/tests-query.ts';

/** Adds a test of the project that is not in the group yet. */
export function AddTest({ group: { id, projectId }, tests }: { group: Group; tests: GroupTest[] }) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(testsQuery(projectId));
  const [chosen, setChosen] = useState('');
  const members = new Set(tests.map(({ test }) => test.id));
  const others = (query.data?.pages.flatMap((page) => page.tests) ?? []).filter(
    (test) => !members.has(test.id),
  );
  const testId = others.find((test) => test.id === chosen)?.id ?? others[0]?.id;
  const add = useMutation({
    mutationFn: (added: string) => client.call('addTestToGroup', { path: { id }, body: { testId: added } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: groupTestsQuery(projectId, id).queryKey }),
  });
  if (!query.isSuccess) return null;
  return (
    <Stack gap="xs">
      <Row align="flex-end" gap="sm">
        {testId === undefined ? (
          <Text size="sm" c="dimmed">
            Every test of the project is in this group.
          </Text>
        ) : (
          <>
            <NativeSelect
              label="Add a test"
              flex="1 1 200px"
              maw={400}
              data={others.map((test) => ({ value: test.id, label: test.title }))}
              value={testId}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
            <Button variant="default" loading={add.isPending} onClick={() => add.mutate(testId)}>
              Add
            </Button>
          </>
        )}
        <MoreButton query={query}>Load more tests</MoreButton>
        <TextLink to="/projects/$projectId/tests/new" params={{ projectId }}>
          Write a new test
        </TextLink>
      </Row>
      <Refused error={add.error} title="The test was not added" />
    </Stack>
  );
}
