import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../src/client/index.ts';
import { formatDateTime } from '../parts/format.ts';
import { Refused } from '../parts/refused.tsx';
import { Ago } from '../parts/time.tsx';
import { client } from '../service/client.ts';
import classes from './key-row.module.css';
import type { KeyScope } from './key-scope.ts';

/** A browser that is signed in with a key. */
export function KeySession({ scope, session, isOwn }: { scope: KeyScope; session: Session; isOwn: boolean }) {
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
