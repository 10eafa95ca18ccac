import { Alert, Badge, Button, Card, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Run, RunIssue } from '../../src/client/index.ts';
import { countOf } from '../parts/format.ts';
import { Picture } from './picture.tsx';

interface Props {
  run: Run;
  onShowStep: (step: number) => void;
}

export function Verdict({ run, onShowStep }: Props) {
  const { output, error, status } = run;
  const issues = output.issues.filter(({ type }) => type === 'issue');
  return (
    <Stack>
      {error !== null && (
        <Alert color="orange" title="The run could not be executed" role="alert">
          <Text>{error.message}</Text>
          <Code>{error.code}</Code>
        </Alert>
      )}
      {status === 'completed' && issues.length === 0 && (
        <Alert color="green" title="Every check held">
          {output.description ?? 'No issue was found.'}
        </Alert>
      )}
      {issues.length > 0 && (
        <Stack component="section" aria-label="Issues">
          <Title order={2} size="h4">
            {countOf(issues.length, 'issue')}
          </Title>
          {issues.map((issue, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: issues are only ever added at the end
            <Issue key={at} issue={issue} onShowStep={onShowStep} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function Issue({ issue, onShowStep }: { issue: RunIssue; onShowStep: (step: number) => void }) {
  const { stepIndex, screenshotUrl } = issue;
  return (
    <Card withBorder>
      <SimpleGrid cols={screenshotUrl === null ? 1 : { base: 1, md: 2 }}>
        <Stack gap="xs">
          <Group gap="xs">
            <Badge color="red" variant="light">
              Severity {issue.severity}
            </Badge>
            {stepIndex !== null && (
              <Button size="compact-xs" variant="default" onClick={() => onShowStep(stepIndex)}>
                Step {stepIndex + 1}
              </Button>
            )}
          </Group>
          <Title order={3} size="h5">
            {issue.name}
          </Title>
          <Text>{issue.description}</Text>
          <Comparison expected={issue.expectedBehavior} actual={issue.actualBehavior} />
          {issue.stepsToReproduce !== null && (
            <Text size="sm" c="dimmed">
              To reproduce: {issue.stepsToReproduce}
            </Text>
          )}
          {issue.url !== null && (
            <Text size="sm" c="dimmed">
              At {issue.url}
            </Text>
          )}
        </Stack>
        {screenshotUrl !== null && (
          <Picture
            url={screenshotUrl}
            alt={`The screen with the issue: ${issue.name}`}
            rects={issue.rect === null ? [] : [issue.rect]}
          />
        )}
      </SimpleGrid>
    </Card>
  );
}

function Comparison({ expected, actual }: { expected: string | null; actual: string | null }) {
  if (expected === null && actual === null) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
      {expected !== null && <Said label="Expected" text={expected} />}
      {actual !== null && <Said label="Actual" text={actual} />}
    </SimpleGrid>
  );
}

function Said({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
    </Stack>
  );
}
