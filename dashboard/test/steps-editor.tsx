import { ActionIcon, Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { RemoveIcon } from '../parts/icons.tsx';
import { moved } from '../parts/moved.ts';
import { SortableList } from '../parts/sortable-list.tsx';
import { newStep, type Platform, type StepDraft } from './draft.ts';
import { StepEditor } from './step-editor.tsx';
import { useReadings } from './use-readings.ts';

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
    <Stack component="section" aria-label="Steps" gap="xs">
      <Title order={2} size="h4">
        Steps
      </Title>
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
    </Stack>
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
