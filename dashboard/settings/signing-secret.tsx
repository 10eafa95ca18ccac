import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProjectSettings } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { formatDateTime } from '../parts/format.ts';
import { client } from '../service/client.ts';
import { projectQuery } from './project-query.ts';
import { SettingCard } from './setting-card.tsx';

export function SigningSecret({ project }: { project: ProjectSettings }) {
  const queryClient = useQueryClient();
  const [isShown, shown] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const rotate = useMutation({
    mutationFn: () => client.call('rotateWebhookSecret', { path: { projectId: project.id } }),
    onSuccess: ({ project: rotated }) => {
      queryClient.setQueryData(projectQuery(project.id).queryKey, rotated);
      asking.close();
    },
  });
  const { webhookSecret, previousWebhookSecretsValidUntil: formerUntil } = project;
  return (
    <SettingCard
      title="Signing secret"
      description="Signs every result by Standard Webhooks. A receiver verifies with it that a result comes from this service; keep it as you keep a password."
    >
      <Group gap="xs">
        <Code aria-label="Signing secret">{isShown ? webhookSecret : 'whsec_••••••••••••••••'}</Code>
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={shown.toggle}>
          {isShown ? 'Hide the secret' : 'Show the secret'}
        </Button>
        <CopyButton text={webhookSecret} label="Copy the secret" />
      </Group>
      {formerUntil !== null && (
        <Alert color="blue" variant="light" title="Two secrets sign at present">
          Results are signed with this secret and with the former one until {formatDateTime(formerUntil)}.
          Give this one to your receivers before then.
        </Alert>
      )}
      <Group>
        <Button variant="default" onClick={asking.open}>
          Rotate the secret
        </Button>
      </Group>
      <ConfirmModal
        cancel="Cancel"
        title="Rotate the signing secret"
        confirm="Make a new secret"
        isOpen={isAsking}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={asking.close}
      >
        <Stack gap="xs">
          <Text>
            A new secret signs at once. For 24 hours the present one signs beside it, so receivers that verify
            with either of them accept every result.
          </Text>
          <Text>
            After 24 hours, receivers that do not have the new secret refuse results. This can’t be undone.
          </Text>
        </Stack>
      </ConfirmModal>
    </SettingCard>
  );
}
