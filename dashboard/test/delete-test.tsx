import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Test } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { client } from '../service/client.ts';
import { testQuery, testsQuery } from '../tests/tests-query.ts';

export function DeleteTest({ test: { id, projectId, title } }: { test: Test }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.call('deleteTest', { path: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/projects/$projectId/tests', params: { projectId }, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: testQuery(projectId, id).queryKey });
      await queryClient.invalidateQueries({ queryKey: testsQuery(projectId).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['group-tests', projectId] });
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete the test
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={`Delete “${title}”?`}
        confirm="Delete"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        The test leaves all of its groups, and its steps are gone. Its runs stay.
      </ConfirmModal>
    </>
  );
}
