import { Badge, Group, Text } from '@mantine/core';
import type { Test } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';

/** Whether a test runs, and whether all of it is understood. */
export function TestState({ test: { enabled, problems } }: { test: Test }) {
  return (
    <Group gap="xs">
      {!enabled && (
        <Badge color="gray" variant="light">
          Disabled
        </Badge>
      )}
      {problems.length > 0 && (
        <Badge color="red" variant="light" title={problems.map(({ problem }) => problem).join('\n')}>
          {countOf(problems.length, 'problem')}
        </Badge>
      )}
      {enabled && problems.length === 0 && (
        <Text size="sm" c="dimmed">
          Ready
        </Text>
      )}
    </Group>
  );
}
