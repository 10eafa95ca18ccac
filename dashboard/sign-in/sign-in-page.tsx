import { Alert, Button, Card, Center, Code, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Caller } from '../../src/client/index.ts';
import { GantryError } from '../../src/client/index.ts';
import { useTitle } from '../parts/page-title.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { tellSignedIn } from '../service/other-tabs.ts';

type Body = { key: string } | { code: string };

export function signInSearch(search: Record<string, unknown>): { to?: string | undefined } {
  const { to } = search;
  // Only a path of ours: anything else would lead to another site right after signing in.
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {};
}

export function SignInPage() {
  useTitle('Sign in');
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [key, setKey] = useState('');
  const signIn = useMutation({
    mutationFn: (body: Body & { replaces?: string | undefined }) => client.call('signIn', { body }),
    onSuccess: async ({ session }) => {
      if (session === null) return;
      tellSignedIn(session.keyId);
      queryClient.clear();
      if (to === undefined) await navigate({ to: '/', replace: true });
      else router.history.replace(to);
    },
    onError: () => undefined,
  });
  const { mutate } = signIn;
  useEffect(() => {
    const code = takeCode();
    if (code !== null) mutate({ code });
  }, [mutate]);

  const { data: answer, variables: body } = signIn;
  if (answer?.session === null && body !== undefined) {
    const { current, next } = answer;
    return (
      <SignInCard>
        <SwitchQuestion
          current={current}
          next={next}
          by={'code' in body ? 'link' : 'key'}
          onStay={() => void navigate({ to: '/', replace: true })}
          onSwitch={() => mutate({ ...body, replaces: current.session?.id })}
        />
      </SignInCard>
    );
  }
  return (
    <SignInCard>
      <form onSubmit={submitting(() => mutate({ key: key.trim() }))}>
        <Stack>
          <Title order={1} size="h2">
            Sign in to Gantry
          </Title>
          <PasswordInput
            label="API key"
            description="A project key shows its project, an admin key all of them."
            placeholder="gk_…"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            autoComplete="current-password"
            autoFocus
            required
          />
          {signIn.error !== null && (
            <Alert color="red" role="alert" title="You are not signed in">
              {sentenceFor(signIn.error)}
            </Alert>
          )}
          <Button type="submit" loading={signIn.isPending} disabled={key.trim() === ''}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            <Code>npm start</Code> prints the first key. <Code>gantry dashboard</Code> prints an address that
            signs you in once.
          </Text>
        </Stack>
      </form>
    </SignInCard>
  );
}

function SignInCard({ children }: { children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Card withBorder padding="xl" w="100%" maw={440}>
        {children}
      </Card>
    </Center>
  );
}

function sentenceFor(error: Error): string {
  return error instanceof GantryError && error.status === 401
    ? 'This key or address is not valid: a key may be revoked, and an address signs in only once and for a few minutes.'
    : error.message;
}

/**
 * The single-use code of an address such as `/sign-in#…`, once: it is taken out of the address, so that neither the
 * history nor a copied address holds it.
 */
function takeCode(): string | null {
  const code = location.hash.slice(1);
  if (code === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

interface Props {
  current: Caller;
  next: Caller;
  by: 'link' | 'key';
  onStay: () => void;
  onSwitch: () => void;
}

/** Somebody else may have sent the link: what is done after it would be done in their project. */
function SwitchQuestion({ current, next, by, onStay, onSwitch }: Props) {
  return (
    <Stack>
      <Title order={1} size="h2">
        You are signed in already
      </Title>
      <Text>
        You are signed in as <Holder caller={current} />.
      </Text>
      <Text>
        This {by} signs you in as <Holder caller={next} />.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStay} autoFocus>
          Stay
        </Button>
        <Button color="red" onClick={onSwitch}>
          Switch
        </Button>
      </Group>
    </Stack>
  );
}

/** With the id of the key, which nobody chooses: two keys and their projects may have the same names. */
function Holder({ caller: { kind, keyId, keyName, projectName } }: { caller: Caller }) {
  return (
    <>
      {keyName !== null && <b>{keyName} </b>}
      <Code>gk_{keyId}</Code> (
      {kind === 'admin' ? (
        'all projects'
      ) : (
        <>
          project <b>{projectName}</b>
        </>
      )}
      )
    </>
  );
}
