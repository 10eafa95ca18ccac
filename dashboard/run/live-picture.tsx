import { Card, Group, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { Picture } from './picture.tsx';
import { screenQuery } from './run-query.ts';

/** The screen while the run is executed: as it is now, or where that can't be had, after the newest step. */
export function LivePicture({ run }: { run: Run }) {
  return run.status === 'running' ? <NowOnTheScreen run={run} /> : null;
}

function NowOnTheScreen({ run: { id, platform, output } }: { run: Run }) {
  // A phone would have to leave what it is doing for a picture.
  const { data: now, isError } = useQuery({ ...screenQuery(id), enabled: platform === 'web' });
  const last = output.steps.findLast(({ screenshotUrl }) => screenshotUrl !== null);
  const step = last?.screenshotUrl && { url: last.screenshotUrl, alt: `The screen after: ${last.title}` };
  const shown = now && !isError ? { url: now, alt: 'The screen now' } : step;
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
      {shown ? (
        <Picture {...shown} rects={[]} />
      ) : (
        <Text c="dimmed">The first picture comes with the first step.</Text>
      )}
    </Card>
  );
}
