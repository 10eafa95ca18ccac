import { Alert, Button, Code, Group as Row, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group, GroupTest, MadeGroupWebhook, GroupWebhook as Webhook } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Refused } from '../parts/refused.tsx';
import { Section } from '../parts/section.tsx';
import { LoadState } from '../parts/states.tsx';
import { Ago } from '../parts/time.tsx';
import { enabledTests, needsOf } from '../run-now/needs.ts';
import { client, isNotFound } from '../service/client.ts';
import { Snippets } from './snippets.tsx';

function webhookQuery({ id, projectId }: Group) {
  return queryOptions({
    queryKey: ['group-webhook', projectId, id],
    queryFn: async ({ signal }): Promise<Webhook | null> => {
      try {
        return (await client.call('getGroupWebhook', { path: { id }, signal })).webhook;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
}

/** The address by which a pipeline starts the group without a key. */
export function GroupWebhook({ group, tests }: { group: Group; tests: GroupTest[] }) {
  const { id } = group;
  const queryClient = useQueryClient();
  const { queryKey } = webhookQuery(group);
  const webhook = useQuery(webhookQuery(group));
  const make = useMutation({
    mutationFn: () => client.call('makeGroupWebhook', { path: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => client.call('updateGroupWebhook', { path: { id }, body: { enabled } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer.webhook),
  });
  const remove = useMutation({
    mutationFn: () => client.call('deleteGroupWebhook', { path: { id } }),
    onSuccess: () => {
      make.reset();
      queryClient.setQueryData(queryKey, null);
    },
  });
  const error = make.error ?? enable.error ?? remove.error;
  return (
    <Section title="Webhook and CI" label="Webhook">
      <LoadState query={webhook} rows={1} />
      {webhook.data === null && (
        <Row>
          <Text>A webhook starts this group from a pipeline, without an API key.</Text>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            Make the webhook
          </Button>
        </Row>
      )}
      {webhook.data != null && (
        <Row>
          <Text>
            {webhook.data.enabled ? 'Enabled' : 'Disabled: calls are refused'}, made{' '}
            <Ago at={webhook.data.createdAt} />
          </Text>
          <Button
            variant="default"
            size="xs"
            loading={enable.isPending}
            onClick={() => enable.mutate(webhook.data?.enabled === false)}
          >
            {webhook.data.enabled ? 'Disable' : 'Enable'}
          </Button>
          <ConfirmedButton
            label="Make a new secret"
            title="Make a new secret?"
            confirm="Make a new secret"
            onConfirm={() => make.mutate()}
          >
            The present address stops working at once: pipelines that call it fail until they have the new
            one.
          </ConfirmedButton>
          <ConfirmedButton
            label="Delete the webhook"
            title="Delete the webhook?"
            confirm="Delete"
            onConfirm={() => remove.mutate()}
          >
            Its address stops working at once, and pipelines that call it fail.
          </ConfirmedButton>
        </Row>
      )}
      {make.data !== undefined && <MadeWebhook webhook={make.data.webhook} />}
      <Refused error={error} title="The webhook was not changed" />
      <Snippets group={group} needs={needsOf(enabledTests(tests))} webhookUrl={make.data?.webhook.url} />
    </Section>
  );
}

function MadeWebhook({ webhook: { url } }: { webhook: MadeGroupWebhook }) {
  return (
    <Alert color="green" title="Copy the address now: it holds the secret, which is shown only this once">
      <Stack gap="xs" align="flex-start">
        <Code block tabIndex={0} w="100%" style={{ whiteSpace: 'pre-wrap' }}>
          {url}
        </Code>
        <CopyButton text={url} label="Copy the address" />
      </Stack>
    </Alert>
  );
}

function ConfirmedButton({
  label,
  title,
  confirm,
  children,
  onConfirm,
}: {
  label: string;
  title: string;
  confirm: string;
  children: string;
  onConfirm: () => void;
}) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {label}
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={title}
        confirm={confirm}
        cancel="Keep it as it is"
        onConfirm={() => {
          close();
          onConfirm();
        }}
        onClose={close}
      >
        {children}
      </ConfirmModal>
    </>
  );
}
