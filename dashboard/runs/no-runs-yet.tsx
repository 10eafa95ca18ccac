import { Stack, Text } from '@mantine/core';
import { Command } from '../parts/command.tsx';
import { curlPost } from '../parts/curl.ts';
import { EmptyState } from '../parts/states.tsx';

/** Leads to the first run by a call that can be pasted. */
export function NoRunsYet({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="No runs yet">
      <Stack gap="xs">
        <Text>Submit the first one. It appears here by itself.</Text>
        <Command
          text={curlPost('runs', {
            projectId,
            targetUrl: 'https://example.com',
            prompt: 'The page shows "Example Domain".',
          })}
        />
      </Stack>
    </EmptyState>
  );
}
