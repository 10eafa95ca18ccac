import { Alert, Card, Code, Stack, Text, Title } from '@mantine/core';
import type { AnswerTo } from '../../src/client/index.ts';
import { formatDateTime } from '../parts/format.ts';

/** What a project key may know: which one it is. Everything else is for those who manage the service. */
export function NeedsAdminKey({ session }: { session: AnswerTo<'getCaller'> }) {
  return (
    <>
      <Alert color="blue" variant="light" title="The settings need an admin key">
        You are signed in with a key of this project, which may run tests and look at results. To see or
        change the environments, hosts, webhook, keys and variables of the project, sign in with an admin key.
      </Alert>
      <Card withBorder>
        <Stack gap="xs">
          <Title order={2} size="h4">
            Your key
          </Title>
          <Text>
            {session.keyName ?? 'A key without a name'} (<Code>{session.keyId}</Code>)
          </Text>
          {session.session !== null && (
            <Text c="dimmed" size="sm">
              You are signed in until {formatDateTime(session.session.expiresAt)}.
            </Text>
          )}
          <Text size="sm">
            Project <Code>{session.projectId}</Code>
          </Text>
        </Stack>
      </Card>
    </>
  );
}
