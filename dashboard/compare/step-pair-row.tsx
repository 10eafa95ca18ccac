import { Anchor, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RunStep } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { Picture } from '../run/picture.tsx';
import type { StepPair } from './align-steps.ts';
import classes from './step-pair-row.module.css';

/** A step of both runs side by side, marked where it differs. */
export function StepPairRow({ pair, differences }: { pair: StepPair; differences: string[] }) {
  return (
    <div className={classes.pair} data-differs={differences.length > 0}>
      {differences.length > 0 && (
        <Group gap="xs" mb={4}>
          {differences.map((difference) => (
            <Badge key={difference} color="yellow" variant="light">
              {difference}
            </Badge>
          ))}
        </Group>
      )}
      <SimpleGrid cols={2} spacing="md">
        <Side step={pair.left} />
        <Side step={pair.right} />
      </SimpleGrid>
    </div>
  );
}

const words = {
  passed: { label: 'Passed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  skipped: { label: 'Skipped', color: 'gray' },
} as const;

function Side({ step }: { step: RunStep | undefined }) {
  if (step === undefined) return <Text c="dimmed">–</Text>;
  const { label, color } = words[step.status];
  return (
    <Stack gap={4} miw={0}>
      <Text fw={500}>
        {step.stepIndex + 1}. {step.title}
      </Text>
      <Group gap="xs">
        <Badge color={color} variant="light" size="sm">
          {label}
        </Badge>
        <Text size="sm" c="dimmed">
          {formatDuration(step.completedAtMs - step.startedAtMs)}
        </Text>
      </Group>
      {step.error !== null && <Text size="sm">{step.error}</Text>}
      {step.screenshotUrl !== null && (
        <Anchor href={step.screenshotUrl} target="_blank" rel="noreferrer noopener">
          <Picture url={step.screenshotUrl} alt={`The screen after step ${step.stepIndex + 1}`} rects={[]} />
        </Anchor>
      )}
    </Stack>
  );
}
