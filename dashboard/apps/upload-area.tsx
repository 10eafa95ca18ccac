import { Button, Card, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { UploadRow } from './upload-row.tsx';
import { addUploads, useUploads } from './uploads.ts';

const daySeconds = 86_400;
const removals = [
  { value: '', label: 'Never' },
  { value: String(daySeconds), label: 'After 1 day' },
  { value: String(7 * daySeconds), label: 'After 7 days' },
  { value: String(30 * daySeconds), label: 'After 30 days' },
];

/** Takes builds by dropping or by a button, and shows how far each is. */
export function UploadArea({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient();
  const [removal, setRemoval] = useState('');
  const uploads = useUploads(projectId);
  const add = useCallback(
    (files: File[]) =>
      addUploads(files, {
        projectId,
        removeAfter: removal === '' ? undefined : Number(removal),
        onStored: () => void queryClient.invalidateQueries({ queryKey: ['apps', projectId] }),
      }),
    [projectId, removal, queryClient],
  );
  const { isOver } = useFileDrop(add);
  return (
    <Card
      withBorder
      component="section"
      aria-label="Upload"
      bg={isOver ? 'var(--mantine-color-blue-light)' : undefined}
      style={{ borderStyle: 'dashed' }}
    >
      <Stack>
        <Group justify="space-between" align="flex-end">
          <div>
            <Text fw={500}>{isOver ? 'Let go to upload' : 'Drop builds here'}</Text>
            <Text size="sm" c="dimmed">
              .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa; one or several
            </Text>
          </div>
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label="Delete them"
              data={removals}
              value={removal}
              onChange={({ currentTarget }) => setRemoval(currentTarget.value)}
            />
            <FileButton multiple accept=".zip,.gz,.tgz,.apk,.ipa" onChange={add}>
              {(props) => <Button {...props}>Choose files</Button>}
            </FileButton>
          </Group>
        </Group>
        {uploads.length > 0 && (
          <Stack component="ul" gap="sm" m={0} p={0} aria-label="Uploads">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

/** Files may be dropped anywhere: beside a drop area the browser would leave the page and open them. */
function useFileDrop(onFiles: (files: File[]) => void): { isOver: boolean } {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    function over(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    }
    function leave(event: DragEvent) {
      // Only when the window is left; elements are left all the time.
      if (event.relatedTarget === null) setIsOver(false);
    }
    function drop(event: DragEvent) {
      setIsOver(false);
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    }
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return { isOver };
}
