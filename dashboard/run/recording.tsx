import { Alert, Anchor, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { Run } from '../../src/client/index.ts';
import classes from './recording.module.css';

interface Props {
  run: Run;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The recording of a web run that found an issue, in Playwright's own trace viewer. */
export function Recording({ run: { output }, isOpen, onToggle }: Props) {
  const { traceUrl } = output;
  if (traceUrl === null) return null;
  const viewer = viewerOf(traceUrl);
  return (
    <Card withBorder component="section" aria-label="Recording">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Recording
        </Title>
        <Group gap="xs">
          <Anchor href={traceUrl} download size="sm">
            Download
          </Anchor>
          {viewer !== null && (
            <Button onClick={() => onToggle(!isOpen)} aria-expanded={isOpen}>
              {isOpen ? 'Close the recording' : 'Open the recording'}
            </Button>
          )}
        </Group>
      </Group>
      {viewer === null && <HowToOpen traceUrl={traceUrl} />}
      {viewer !== null && isOpen && (
        <iframe
          src={viewer}
          title="Recording of the run"
          className={classes.viewer}
          allow="clipboard-write"
          sandbox="allow-scripts allow-same-origin allow-downloads allow-popups"
        />
      )}
    </Card>
  );
}

/** A recording shows foreign HTML, so its viewer has an origin of its own. Null where the service has none for it. */
function viewerOf(traceUrl: string): string | null {
  const viewer = document.querySelector<HTMLMetaElement>('meta[name="trace-viewer"]')?.content;
  return viewer ? `${viewer}?trace=${encodeURIComponent(traceUrl)}` : null;
}

function HowToOpen({ traceUrl }: { traceUrl: string }) {
  return (
    <Alert color="blue" mt="xs">
      <Stack gap="xs">
        <Text>
          Recordings open here when the service knows an address of their own: set{' '}
          <Code>GANTRY_FILES_PUBLIC_URL</Code>. Until then:
        </Text>
        <Code block tabIndex={0}>{`npx playwright-core show-trace '${traceUrl}'`}</Code>
      </Stack>
    </Alert>
  );
}
