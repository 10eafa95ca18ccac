import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { SentenceReading } from '../../src/client/index.ts';
import { RemoveIcon } from '../parts/icons.tsx';
import { Section } from '../parts/section.tsx';
import { moved, SortableList } from '../parts/sortable-list.tsx';
import { client } from '../service/client.ts';
import { newStep, type Platform, type StepDraft, writtenSteps } from './draft.ts';
import { StepEditor } from './step-editor.tsx';

interface Props {
  projectId: string;
  platform: Platform;
  steps: StepDraft[];
  onChange: (change: (steps: StepDraft[]) => StepDraft[]) => void;
}

const mostSteps = 200;

export function StepsEditor({ projectId, platform, steps, onChange }: Props) {
  const { readingOf, error } = useReadings(projectId, platform, steps);
  const { fieldOf, focusLater } = useFocus();
  const insert = (at: number) => {
    const step = newStep();
    onChange((before) => before.toSpliced(at, 0, step));
    focusLater(step.key);
  };
  const remove = (at: number) => {
    onChange((before) => before.toSpliced(at, 1));
    const next = steps[at === 0 ? 1 : at - 1];
    if (next !== undefined) focusLater(next.key);
  };
  const replace = (at: number, by: StepDraft[]) => {
    onChange((before) => before.toSpliced(at, 1, ...by));
    const last = by.at(-1);
    if (last !== undefined) focusLater(last.key);
  };
  return (
    <Section title="Steps">
      <Text size="sm" c="dimmed">
        One sentence each. Enter adds a step below, Alt with the arrow keys moves one, and several pasted
        lines become several steps.
      </Text>
      <SortableList
        items={steps}
        label="Steps of the test"
        keyOf={({ key }) => key}
        nameOf={(_step, at) => `step ${at + 1}`}
        onMove={(from, to) => onChange((before) => moved(before, from, to))}
        actions={(_step, at) => (
          <ActionIcon
            variant="default"
            aria-label={`Delete step ${at + 1}`}
            title="Delete the step"
            onClick={() => remove(at)}
          >
            <RemoveIcon />
          </ActionIcon>
        )}
      >
        {(step, at) => (
          <StepEditor
            step={step}
            at={at}
            reading={readingOf(step)}
            ref={fieldOf(step.key)}
            onChange={(changed) => onChange((before) => before.with(at, changed))}
            onReplace={(by) => replace(at, by)}
            onInsertBelow={() => insert(at + 1)}
            onRemove={() => remove(at)}
          />
        )}
      </SortableList>
      {error !== null && (
        <Alert color="orange" title="The steps could not be read" role="alert">
          {error.message}
        </Alert>
      )}
      <Group>
        <Button variant="default" disabled={steps.length >= mostSteps} onClick={() => insert(steps.length)}>
          Add a step
        </Button>
      </Group>
    </Section>
  );
}

/** Puts the focus into a field that is drawn only after the change that made it. */
function useFocus() {
  const fields = useRef(new Map<string, HTMLInputElement>());
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    fields.current.get(wanted.current)?.focus();
    wanted.current = null;
  });
  return {
    fieldOf: (key: string) => (field: HTMLInputElement | null) => {
      if (field === null) fields.current.delete(key);
      else fields.current.set(key, field);
    },
    focusLater: (key: string) => {
      wanted.current = key;
    },
  };
}

const pauseMs = 200;

/** How the service understands each step, asked for whenever its writer pauses. */
function useReadings(projectId: string, platform: Platform, steps: readonly StepDraft[]) {
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
