import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';
import type { SentenceReading } from '../../src/client/index.ts';
import { pastedSteps, type StepDraft, type StepType } from './draft.ts';
import classes from './step-editor.module.css';

interface Props {
  step: StepDraft;
  at: number;
  reading: SentenceReading | undefined;
  ref: Ref<HTMLInputElement>;
  onChange: (step: StepDraft) => void;
  onReplace: (steps: StepDraft[]) => void;
  onInsertBelow: () => void;
  onRemove: () => void;
}

const longestSentence = 2_000;
const typeChoices = [
  { value: 'act', label: 'Do' },
  { value: 'assert', label: 'Check' },
  { value: 'screenshot', label: 'Screenshot' },
];

/** One sentence of a test, and how it is understood. */
export function StepEditor({ step, at, reading, ref, onChange, onReplace, onInsertBelow, onRemove }: Props) {
  const typed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isRemoval = event.key === 'Backspace' && step.title === '';
    if (event.key !== 'Enter' && !isRemoval) return;
    event.preventDefault();
    if (isRemoval) onRemove();
    else onInsertBelow();
  };
  return (
    <Stack gap={4}>
      <div className={classes.fields}>
        <NativeSelect
          aria-label={`Type of step ${at + 1}`}
          data={typeChoices}
          value={step.type}
          onChange={({ currentTarget }) => onChange({ ...step, type: currentTarget.value as StepType })}
        />
        <TextInput
          ref={ref}
          aria-label={`Step ${at + 1}`}
          aria-describedby={`reading-${step.key}`}
          placeholder={step.type === 'screenshot' ? 'A name for the picture' : examples[step.type]}
          value={step.title}
          maxLength={longestSentence}
          error={reading !== undefined && !reading.understood}
          onChange={({ currentTarget }) => onChange({ ...step, title: currentTarget.value })}
          onKeyDown={typed}
          onPaste={(event) => {
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const steps = pastedSteps(step, event.clipboardData.getData('text/plain'), {
              start: selectionStart ?? value.length,
              end: selectionEnd ?? value.length,
            });
            if (steps === null) return;
            event.preventDefault();
            onReplace(steps);
          }}
        />
      </div>
      <div id={`reading-${step.key}`} className={classes.reading}>
        {reading !== undefined && (
          <Reading reading={reading} onChoose={(title) => onChange({ ...step, title })} />
        )}
      </div>
    </Stack>
  );
}

const examples = { act: 'Click "Sign in"', assert: 'See "Welcome"' };

function Reading({ reading, onChoose }: { reading: SentenceReading; onChoose: (sentence: string) => void }) {
  if (reading.understood)
    return (
      <Text size="sm" className={classes.understood}>
        {reading.reading ?? 'A model carries it out'}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Text size="sm" className={classes.problem}>
        {reading.problem}
      </Text>
      {reading.nearest.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Did you mean
          </Text>
          {reading.nearest.map((sentence) => (
            <Button
              key={sentence}
              size="compact-sm"
              variant="default"
              className={classes.nearest}
              onClick={() => onChoose(sentence)}
            >
              {sentence}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
