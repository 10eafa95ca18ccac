import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '../parts/format.ts';
import { TextLink } from '../parts/links.tsx';
import { type AppUpload, cancelUpload, forgetUpload, retryUpload, type UploadState } from './uploads.ts';

/** One file: how far it is, and what can be done about it. */
export function UploadRow({ upload: { id, projectId, file, state } }: { upload: AppUpload }) {
  const isUnderWay = state.is === 'waiting' || state.is === 'preparing' || state.is === 'sending';
  return (
    <Stack component="li" gap={4} style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="xs">
        <Text miw={0}>
          {file.name}{' '}
          <Text span c="dimmed" size="sm">
            {formatBytes(file.size)}
          </Text>
        </Text>
        <Group gap="xs">
          {state.is === 'stored' && (
            <TextLink to="/projects/$projectId/apps/$appId" params={{ projectId, appId: state.app.id }}>
              Show
            </TextLink>
          )}
          {(state.is === 'failed' || state.is === 'cancelled') && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Try ${file.name} again`}
              onClick={() => retryUpload(id)}
            >
              Try again
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={isUnderWay ? `Cancel ${file.name}` : `Hide ${file.name}`}
            onClick={() => (isUnderWay ? cancelUpload(id) : forgetUpload(id))}
          >
            {isUnderWay ? 'Cancel' : 'Hide'}
          </Button>
        </Group>
      </Group>
      {isUnderWay && <Bar name={file.name} percent={percentOf(state, file.size)} />}
      <Text size="sm" c={state.is === 'failed' ? 'red' : 'dimmed'} role="status">
        {sentenceOf(state, file.size)}
      </Text>
    </Stack>
  );
}

function Bar({ name, percent }: { name: string; percent: number }) {
  return (
    <Progress.Root>
      <Progress.Section value={percent} aria-label={`Progress of ${name}`} animated={percent === 100} />
    </Progress.Root>
  );
}

function percentOf(state: UploadState, size: number): number {
  return state.is === 'sending' && size > 0 ? Math.floor((state.sentBytes / size) * 100) : 0;
}

function sentenceOf(state: UploadState, size: number): string {
  switch (state.is) {
    case 'waiting':
      return 'Waits for the upload before it';
    case 'preparing':
      return 'Being read';
    case 'sending':
      return state.sentBytes >= size
        ? 'Sent; the service reads what is inside'
        : `${formatBytes(state.sentBytes)} sent`;
    case 'cancelled':
      return 'Cancelled';
    case 'failed':
      return state.message;
    case 'stored':
      return state.wasThere ? 'The same content is there already; nothing was sent' : 'Uploaded';
  }
}
