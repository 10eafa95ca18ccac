import { ActionIcon } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SignOutIcon } from '../parts/icons.tsx';
import { client } from '../service/client.ts';

export function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => client.call('signOut'),
    onSettled: async () => {
      await navigate({ to: '/sign-in' });
      queryClient.clear();
    },
  });
  return (
    <ActionIcon
      variant="default"
      aria-label="Sign out"
      title="Sign out"
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <SignOutIcon />
    </ActionIcon>
  );
}
