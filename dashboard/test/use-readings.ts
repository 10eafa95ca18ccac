import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SentenceReading } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import { type Platform, type StepDraft, writtenSteps } from './draft.ts';

const pauseMs = 200;

/** How the service understands each step, asked for whenever its writer pauses. */
export function useReadings(projectId: string, platform: Platform, steps: readonly StepDraft[]) {
  const [text] = useDebouncedValue(JSON.stringify({ platform, steps: writtenSteps(steps) }), pauseMs);
  const asked: { platform: Platform; steps: StepDraft[] } = JSON.parse(text);
  const query = useQuery({
    queryKey: ['readings', projectId, text],
    queryFn: async ({ signal }) => {
      const { sentences } = await client.call('readSteps', {
        body: {
          projectId,
          platform: asked.platform,
          steps: asked.steps.map(({ type, title }) => ({ type, title })),
        },
        signal,
      });
      return new Map(asked.steps.map((step, at) => [step.key, { step, reading: sentences[at] }]));
    },
    enabled: asked.steps.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error } = query;
  /** Undefined until the step is read as it stands. */
  const readingOf = useCallback(
    ({ key, type, title }: StepDraft): SentenceReading | undefined => {
      const read = data?.get(key);
      return read?.step.title === title && read.step.type === type ? read.reading : undefined;
    },
    [data],
  );
  return { readingOf, error };
}
