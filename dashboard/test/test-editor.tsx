import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Test } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { platformNames } from '../parts/platform-names.ts';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { testQuery, testsQuery } from '../tests/tests-query.ts';
import { draftOf, type Platform, settingsOf, type TestDraft } from './draft.ts';
import { StepsEditor } from './steps-editor.tsx';

const platformChoices = Object.entries(platformNames).map(([value, label]) => ({ value, label }));

/** Changes a test, or makes one where there is none yet. */
export function TestEditor({ projectId, test }: { projectId: string; test: Test | null }) {
  const [draft, setDraft] = useState(() => draftOf(test));
  const [saved, setSaved] = useState(() => JSON.stringify(settingsOf(draft)));
  const change = (part: Partial<TestDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isChanged = JSON.stringify(settingsOf(draft)) !== saved;
  const save = useSave(projectId, test, setSaved);
  return (
    <form onSubmit={submitting(() => save.mutate(settingsOf(draft)))}>
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Title"
            required
            maxLength={200}
            flex="1 1 260px"
            value={draft.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
          <NativeSelect
            label="Platform"
            data={platformChoices}
            value={draft.platform}
            onChange={({ currentTarget }) => change({ platform: currentTarget.value as Platform })}
          />
        </Group>
        <Checkbox
          label="Enabled"
          description="A test that is not enabled runs in no group"
          checked={draft.enabled}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />
        <StepsEditor
          projectId={projectId}
          platform={draft.platform}
          steps={draft.steps}
          onChange={(changed) => setDraft((before) => ({ ...before, steps: changed(before.steps) }))}
        />
        <Refused error={save.error} title="The test was not saved" />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {test === null ? 'Create the test' : 'Save'}
          </Button>
          {test !== null && <DeleteTest test={test} />}
          <Text size="sm" c="dimmed" role="status">
            {isChanged ? 'There are unsaved changes.' : save.isSuccess ? 'Saved.' : ''}
          </Text>
        </Group>
      </Stack>
      <LeavingGuard isChanged={isChanged} />
    </form>
  );
}

function useSave(projectId: string, test: Test | null, setSaved: (settings: string) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (settings: ReturnType<typeof settingsOf>) =>
      test === null
        ? client.call('createTest', { body: { projectId, ...settings } })
        : client.call('updateTest', { path: { id: test.id }, body: settings }),
    onSuccess: async ({ test: stored }, settings) => {
      setSaved(JSON.stringify(settings));
      queryClient.setQueryData(testQuery(projectId, stored.id).queryKey, stored);
      await queryClient.invalidateQueries({ queryKey: testsQuery(projectId).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['group-tests', projectId] });
      if (test === null)
        await navigate({
          to: '/projects/$projectId/tests/$testId',
          params: { projectId, testId: stored.id },
          replace: true,
          ignoreBlocker: true,
        });
    },
  });
}

function LeavingGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmModal
      isOpen={blocker.status === 'blocked'}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you have changed in this test is lost.
    </ConfirmModal>
  );
}

function DeleteTest({ test: { id, projectId, title } }: { test: Test }) {
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
