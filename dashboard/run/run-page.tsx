import { Anchor, Breadcrumbs, Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Run, titleOfRun } from '../../src/client/index.ts';
import { countOf, formatDuration } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { NoSuchRecord } from '../parts/no-such-record.tsx';
import { outcomeOf } from '../parts/outcome.ts';
import { OutcomeBadge } from '../parts/outcome-badge.tsx';
import { useTitle } from '../parts/page-title.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago, Elapsed } from '../parts/time.tsx';
import { isNotFound } from '../service/client.ts';
import { Actions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import { PhoneEvidence } from './phone-evidence.tsx';
import { Picture } from './picture.tsx';
import { PictureViewer } from './picture-viewer.tsx';
import { Recording } from './recording.tsx';
import { runQuery, screenQuery } from './run-query.ts';
import { Steps } from './steps.tsx';
import { Verdict } from './verdict.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/runs/$runId');

export function RunPage() {
  const { projectId, runId } = route.useParams();
  const query = useQuery(runQuery(runId));
  useTitle(query.data === undefined ? 'Run' : titleOfRun(query.data));
  if (query.data !== undefined) return <RunView run={query.data} />;
  if (isNotFound(query.error))
    return (
      <NoSuchRecord noun="run" projectId={projectId} whereItWent="It was deleted when its time was over" />
    );
  return <LoadState query={query} rows={8} height={60} />;
}

/** The verdict and its evidence first, then the story. */
function RunView({ run }: { run: Run }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const showStep = (step: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, step }), replace: search.step !== undefined });
  return (
    <Stack gap="lg">
      <Heading run={run} />
      <Verdict run={run} onShowStep={showStep} />
      <LivePicture run={run} />
      <PhoneEvidence run={run} />
      <Recording
        run={run}
        isOpen={search.recording === true}
        onToggle={(isOpen) =>
          void navigate({ search: (before) => ({ ...before, recording: isOpen ? true : undefined }) })
        }
      />
      <Steps run={run} onShowStep={showStep} />
      <Deliveries run={run} />
      <EarlierRuns run={run} />
      <PictureViewer run={run} step={search.step} onShow={showStep} />
    </Stack>
  );
}

function Heading({ run }: { run: Run }) {
  const { projectId } = run;
  const { result } = run.output;
  return (
    <Stack gap="xs">
      <Breadcrumbs>
        <TextLink to="/projects/$projectId/runs" params={{ projectId }}>
          Runs
        </TextLink>
        {run.batchId !== null && (
          <TextLink to="/projects/$projectId/runs" params={{ projectId }} search={{ batchId: run.batchId }}>
            This batch
          </TextLink>
        )}
        <Text c="dimmed">{run.id.slice(0, 8)}</Text>
      </Breadcrumbs>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex={1}>
          <Title order={1} size="h2">
            {titleOfRun(run)}
          </Title>
          <Group gap="sm">
            <OutcomeBadge outcome={outcomeOf({ status: run.status, result })} size="lg" />
            <Text size="sm" c="dimmed">
              {run.platform ?? 'platform not known yet'} · submitted <Ago at={run.createdAt} /> ·{' '}
              <HowLong run={run} />
            </Text>
          </Group>
        </Stack>
        <Actions run={run} />
      </Group>
      {run.targetUrl !== null && (
        <Text size="sm">
          Tested: <TargetLink url={run.targetUrl} />
        </Text>
      )}
      {run.prompt !== null && run.prompt !== titleOfRun(run) && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
          {run.prompt}
        </Text>
      )}
    </Stack>
  );
}

/** Only http and https: any other scheme in an address that a caller gave would be run by a click. */
function TargetLink({ url }: { url: string }) {
  return /^https?:\/\//i.test(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </Anchor>
  ) : (
    url
  );
}

function HowLong({ run: { status, startedAt, durationMs } }: { run: Run }) {
  if (status === 'queued') return <>not started</>;
  if (status === 'running' && startedAt !== null) return <Elapsed since={startedAt} />;
  return <>took {formatDuration(durationMs)}</>;
}

/** The screen while the run is executed: as it is now, or where that can't be had, after the newest step. */
function LivePicture({ run }: { run: Run }) {
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
