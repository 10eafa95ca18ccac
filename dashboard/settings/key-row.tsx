import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, Session } from '../../src/client/index.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { countOf, formatDateTime } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { Ago } from '../parts/time.tsx';
import { client } from '../service/client.ts';
import { sessionQuery } from '../service/session.ts';
import classes from './key-row.module.css';
import type { KeyScope } from './key-scope.ts';

export function KeyRow({ scope, apiKey }: { scope: KeyScope; apiKey: ApiKey }) {
  const queryClient = useQueryClient();
  const { data: caller } = useQuery(sessionQuery);
  const [isAsking, asking] = useDisclosure(false);
  const revoke = useMutation({
    mutationFn: () => scope.revoke(apiKey.id),
    onSuccess: () => {
      asking.close();
      return queryClient.invalidateQueries({ queryKey: scope.queryKey });
    },
  });
  const { id, name, createdAt, revokedAt, sessions } = apiKey;
  const title = name ?? 'Without a name';
  const isOwn = caller?.keyId === id;
  return (
    <li className={classes.key}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.about}>
          <Group gap="xs">
            <Text fw={500}>{title}</Text>
            {isOwn && <Badge variant="light">Your key</Badge>}
            {revokedAt !== null && (
              <Badge variant="light" color="gray">
                Revoked
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <Code>{id}</Code> issued <Ago at={createdAt} />
            {revokedAt !== null && (
              <>
                , revoked <Ago at={revokedAt} />
              </>
            )}
          </Text>
        </div>
        {revokedAt === null && (
          <Button variant="default" size="xs" aria-label={`Revoke ${title} (${id})`} onClick={asking.open}>
            Revoke
          </Button>
        )}
      </Group>
      {sessions.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {countOf(sessions.length, 'browser')} signed in with this key
          </Text>
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <KeySession
                key={session.id}
                scope={scope}
                session={session}
                isOwn={caller?.session?.id === session.id}
              />
            ))}
          </ul>
        </>
      )}
      <ConfirmModal
        cancel="Cancel"
        title={`Revoke the key “${title}”?`}
        confirm="Revoke the key"
        isOpen={isAsking}
        isPending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
        onClose={asking.close}
      >
        <Text>
          Every call with it is refused at once, and browsers that signed in with it are signed out. Pipelines
          that use it fail until they have another key. This can’t be undone.
        </Text>
        {isOwn && (
          <Text mt="xs" fw={500}>
            You are signed in with this very key: you will be signed out.
          </Text>
        )}
      </ConfirmModal>
    </li>
  );
}

/** A browser that is signed in with a key. */
function KeySession({ scope, session, isOwn }: { scope: KeyScope; session: Session; isOwn: boolean }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.call('revokeSession', { path: { id: session.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: scope.queryKey }),
  });
  return (
    <li className={classes.session}>
      <Text size="sm" c="dimmed">
        {isOwn ? 'This browser, ' : ''}since <Ago at={session.createdAt} />, until{' '}
        {formatDateTime(session.expiresAt)}
      </Text>
      <Button variant="subtle" size="compact-xs" loading={end.isPending} onClick={() => end.mutate()}>
        {isOwn ? 'End this session and sign out' : 'End this session'}
      </Button>
      <Refused error={end.error} />
    </li>
  );
}
