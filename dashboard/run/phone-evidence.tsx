import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Run } from '../../src/client/index.ts';
import classes from './recording.module.css';

/** What a phone has left of a run that found an issue: a video of its screen and its log. */
export function PhoneEvidence({ run: { output, ...run } }: { run: Run }) {
  const { videoUrl, deviceLogUrl } = output;
  const { deviceSessionUrl } = run;
  if (videoUrl === null && deviceLogUrl === null && deviceSessionUrl === null) return null;
  return (
    <Card withBorder component="section" aria-label="Phone">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Phone
          </Title>
          <Group gap="md">
            {deviceLogUrl !== null && (
              <Anchor href={deviceLogUrl} target="_blank" rel="noreferrer" size="sm">
                Device log
              </Anchor>
            )}
            {videoUrl !== null && (
              <Anchor href={videoUrl} download size="sm">
                Download the video
              </Anchor>
            )}
            {deviceSessionUrl !== null && (
              <Anchor href={deviceSessionUrl} target="_blank" rel="noreferrer" size="sm">
                Session at the device cloud
              </Anchor>
            )}
          </Group>
        </Group>
        <PhoneName run={run} />
        {videoUrl !== null && (
          // biome-ignore lint/a11y/useMediaCaption: it has no sound
          <video
            controls
            preload="metadata"
            src={videoUrl}
            className={classes.video}
            aria-label="Video of the run"
          />
        )}
      </Stack>
    </Card>
  );
}

function PhoneName({ run }: { run: Pick<Run, 'deviceModel' | 'deviceVersion' | 'platform'> }) {
  const { deviceModel, deviceVersion, platform } = run;
  const system = deviceVersion === null ? null : `${platform === 'ios' ? 'iOS' : 'Android'} ${deviceVersion}`;
  const said = [deviceModel, system].filter(Boolean).join(', ');
  return said === '' ? null : <Text size="sm">{said}</Text>;
}
