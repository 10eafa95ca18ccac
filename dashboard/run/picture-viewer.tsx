import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Run } from '../../src/client/index.ts';
import { Picture } from './picture.tsx';

interface Props {
  run: Run;
  step: number | undefined;
  onShow: (step: number | undefined) => void;
}

/** The picture of a step in full, with what its issues speak of; the arrow keys go on to the next one. */
export function PictureViewer({ run: { output }, step, onShow }: Props) {
  const pictured = output.steps.filter(({ screenshotUrl }) => screenshotUrl !== null);
  const at = pictured.findIndex(({ stepIndex }) => stepIndex === step);
  const shown = pictured[at];
  const before = pictured[at - 1]?.stepIndex;
  const after = pictured[at + 1]?.stepIndex;
  const isOpen = shown !== undefined;
  useHotkeys([
    ['ArrowLeft', () => isOpen && before !== undefined && onShow(before)],
    ['ArrowRight', () => isOpen && after !== undefined && onShow(after)],
  ]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => onShow(undefined)}
      size="90%"
      title={shown === undefined ? '' : `${shown.stepIndex + 1}. ${shown.title}`}
      closeButtonProps={{ 'aria-label': 'Close the picture' }}
    >
      {shown?.screenshotUrl && (
        <Stack>
          <Group justify="space-between">
            <Button variant="default" disabled={before === undefined} onClick={() => onShow(before)}>
              Previous
            </Button>
            <Text c={shown.status === 'failed' ? 'red' : 'dimmed'} size="sm">
              {shown.error ?? shown.summary ?? shown.status}
            </Text>
            <Button variant="default" disabled={after === undefined} onClick={() => onShow(after)}>
              Next
            </Button>
          </Group>
          <Picture
            url={shown.screenshotUrl}
            alt={`The screen after: ${shown.title}`}
            rects={output.issues.flatMap(({ stepIndex, rect }) =>
              stepIndex === step && rect !== null ? [rect] : [],
            )}
          />
        </Stack>
      )}
    </Modal>
  );
}
