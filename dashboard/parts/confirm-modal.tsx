import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refused } from './refused.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  /** What is lost. */
  children: ReactNode;
  confirm: string;
  cancel?: string;
  isPending?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is lost. */
export function ConfirmModal({
  isOpen,
  title,
  children,
  confirm,
  cancel = 'Keep it',
  isPending = false,
  error = null,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <Stack>
        <div>{children}</div>
        <Refused error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
