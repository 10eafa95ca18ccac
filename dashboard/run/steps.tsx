import { Badge, Card, Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Run, RunIssue, RunStep } from '../../src/client/index.ts';
import { formatDuration } from '../parts/format.ts';
import { FailedIcon, PassedIcon, SkippedIcon } from '../parts/icons.tsx';
import { Section } from '../parts/section.tsx';
import classes from './steps.module.css';

interface Props {
  run: Run;
  onShowStep: (step: number) => void;
}

/** The steps in their order, each with its picture beside it and what went wrong below it. */
export function Steps({ run: { output }, onShowStep }: Props) {
  const { steps, issues } = output;
  if (steps.length === 0) return null;
  const behind = issues.filter(
    ({ stepIndex, type }) => type === 'warning' && !steps.some((step) => step.stepIndex === stepIndex),
  );
  return (
    <Section title="Steps">
      <ol className={classes.list}>
        {steps.map((step) => (
          <StepRow
            key={step.stepIndex}
            step={step}
            findings={issues.filter(({ stepIndex }) => stepIndex === step.stepIndex)}
            onShow={() => onShowStep(step.stepIndex)}
          />
        ))}
      </ol>
      {behind.length > 0 && (
        <Card withBorder padding="sm">
          <Text size="sm" fw={600}>
            Console and requests outside of the steps
          </Text>
          <Warnings findings={behind} />
        </Card>
      )}
    </Section>
  );
}

const looks = {
  passed: { icon: <PassedIcon />, color: 'green', label: 'Passed' },
  failed: { icon: <FailedIcon />, color: 'red', label: 'Failed' },
  skipped: { icon: <SkippedIcon />, color: 'gray', label: 'Skipped' },
} as const;

function StepRow({ step, findings, onShow }: { step: RunStep; findings: RunIssue[]; onShow: () => void }) {
  const { icon, color, label } = looks[step.status];
  return (
    <li className={classes.step} data-status={step.status}>
      <Badge circle size="lg" color={color} variant="light" title={label} aria-label={label} role="img">
        {icon}
      </Badge>
      <Stack gap={4}>
        <Text fw={500}>
          {step.stepIndex + 1}. {step.title}
        </Text>
        {step.summary !== null && (
          <Text size="sm" c="dimmed">
            {step.summary}
          </Text>
        )}
        {step.error !== null && (
          <Code block color="var(--mantine-color-red-light)" tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
            {step.error}
          </Code>
        )}
        <Warnings findings={findings.filter(({ type }) => type === 'warning')} />
        <Text size="sm" c="dimmed">
          {formatDuration(step.completedAtMs - step.startedAtMs)}
        </Text>
      </Stack>
      {step.screenshotUrl !== null && (
        <UnstyledButton
          className={classes.thumbnail}
          onClick={onShow}
          aria-label={`Picture of step ${step.stepIndex + 1}`}
        >
          <img src={step.screenshotUrl} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
        </UnstyledButton>
      )}
    </li>
  );
}

/** What the console and the network said beside the screen. */
function Warnings({ findings }: { findings: RunIssue[] }) {
  return findings.map((finding, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: findings are only ever added at the end
    <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
      <Badge color="orange" variant="light" flex="none">
        Warning
      </Badge>
      <Text size="sm">
        {finding.name}
        {finding.url === null ? '' : ` (${finding.url})`}
      </Text>
    </Group>
  ));
}
