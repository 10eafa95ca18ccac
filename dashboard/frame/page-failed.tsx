import { Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { TextLink } from '../parts/links.tsx';
import { FailedState } from '../parts/states.tsx';

export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <FailedState error={error} retry={reset} />;
}

export function NoSuchPage() {
  return (
    <Stack p="xl" gap="xs">
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text>The address may be mistyped, or what it showed was deleted.</Text>
      <TextLink to="/">Go to the overview</TextLink>
    </Stack>
  );
}
