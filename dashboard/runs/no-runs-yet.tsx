import { Code, Stack, Text } from '@mantine/core';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState } from '../parts/states.tsx';

/** Leads to the first run by a call that can be pasted. */
export function NoRunsYet({ projectId }: { projectId: string }) {
  const command = [
    `curl -X POST ${document.baseURI}api/v1/runs`,
    `-H "Authorization: Bearer $GANTRY_API_KEY" -H "Content-Type: application/json"`,
    `-d '${JSON.stringify({ projectId, targetUrl: 'https://example.com', prompt: 'The page shows "Example Domain".' })}'`,
  ].join(' \\\n  ');
  return (
    <EmptyState title="No runs yet">
      <Stack gap="xs">
        <Text>Submit the first one. It appears here by itself.</Text>
        <Code block ta="left" tabIndex={0}>
          {command}
        </Code>
        <CopyButton text={command} label="Copy the command" />
      </Stack>
    </EmptyState>
  );
}
