import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SentenceReading } from '../../src/client/index.ts';
import { FailedIcon, PassedIcon } from '../parts/icons.tsx';
import { FailedState } from '../parts/states.tsx';
import { client } from '../service/client.ts';

const pauseMs = 200;

/** How a run would take each sentence, asked for when the typing pauses. */
export function useReadings(projectId: string, prompt: string): UseQueryResult<SentenceReading[]> {
  const [text] = useDebouncedValue(prompt.trim(), pauseMs);
  return useQuery({
    queryKey: ['readings', projectId, text],
    queryFn: async ({ signal }) =>
      text === ''
        ? []
        : (await client.call('readSteps', { body: { projectId, prompt: text }, signal })).sentences,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function Readings({ query }: { query: UseQueryResult<SentenceReading[]> }) {
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} mih={120} aria-label="How it is understood" aria-live="polite">
      {query.data?.map((reading, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand there twice
        <Reading key={at} reading={reading} />
      ))}
    </Stack>
  );
}

function Reading({
  reading: { sentence, understood, reading, problem, nearest },
}: {
  reading: SentenceReading;
}) {
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" style={{ listStyle: 'none' }}>
      <Box c={understood ? 'green' : 'red'} pt={3}>
        {understood ? <PassedIcon /> : <FailedIcon />}
        <VisuallyHidden>{understood ? 'Understood: ' : 'Not understood: '}</VisuallyHidden>
      </Box>
      <Box miw={0}>
        <Text size="sm">{sentence}</Text>
        <Text size="sm" c="dimmed">
          {understood ? reading : problem}
        </Text>
        {nearest.length > 0 && (
          <Text size="sm" c="dimmed">
            Would be understood: {nearest.join(' · ')}
          </Text>
        )}
      </Box>
    </Group>
  );
}
