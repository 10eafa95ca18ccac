import { Card, Group, Loader, Text, Title } from '@mantine/core';
import type { Run } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { Picture } from './picture.tsx';

/** The screen after the newest step, while the run goes on. */
export function LivePicture({ run: { status, output } }: { run: Run }) {
  if (status !== 'running') return null;
  const last = output.steps.findLast(({ screenshotUrl }) => screenshotUrl !== null);
  return (
    <Card withBorder maw={900}>
      <Group gap="xs" mb="xs">
        <Loader size="xs" aria-hidden />
        <Title order={2} size="h4">
          Now on the screen
        </Title>
        <Text c="dimmed" role="status">
          {countOf(output.steps.length, 'step')} done
        </Text>
      </Group>
      {last?.screenshotUrl ? (
        <Picture url={last.screenshotUrl} alt={`The screen after: ${last.title}`} rects={[]} />
      ) : (
        <Text c="dimmed">The first picture comes with the first step.</Text>
      )}
    </Card>
  );
}
