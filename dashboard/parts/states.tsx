import { Alert, Button, Code, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GantryError, UnreachableError } from '../../src/client/index.ts';

interface LoadingProps {
  rows?: number;
  height?: number;
}

/** Stands where the data of a query will be: until it comes, or where it could not be loaded. */
export function LoadState({
  query,
  ...place
}: LoadingProps & { query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'> }) {
  if (query.isPending) return <LoadingState {...place} />;
  if (!query.isError) return null;
  return <FailedState error={query.error} retry={() => void query.refetch()} />;
}

/** Holds the place of what is being loaded, so that nothing jumps when it comes. */
export function LoadingState({ rows = 6, height = 36 }: LoadingProps) {
  return (
    <Stack gap="xs" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={520} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

export function FailedState({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Alert color="red" variant="light" title={titleOf(error)} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text>{error instanceof Error ? error.message : String(error)}</Text>
        {error instanceof GantryError && error.requestId !== undefined && (
          <Text size="sm">
            The log of the service has the cause under <Code>{error.requestId}</Code>.
          </Text>
        )}
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof UnreachableError) return "The service can't be reached";
  if (error instanceof GantryError && error.status === 404) return 'Not found';
  if (error instanceof GantryError && error.status === 403) return 'Not allowed with this key';
  return 'This could not be loaded';
}
