import { Button, Card, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../parts/refused.tsx';
import { submitting } from '../parts/submitting.ts';
import { client } from '../service/client.ts';
import { projectsQuery } from '../service/session.ts';

export function ProjectForm({ onCreated }: { onCreated: (projectId: string) => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const create = useMutation({
    mutationFn: () =>
      client.call('createProject', { body: { name: name.trim(), targetUrl: withScheme(address) } }),
    onSuccess: ({ project }) => {
      queryClient.setQueryData(projectsQuery.queryKey, (projects) => projects && [project, ...projects]);
      onCreated(project.id);
    },
  });

  return (
    <Card withBorder component="section" aria-label="The project">
      <form onSubmit={submitting(() => create.mutate())}>
        <Stack>
          <TextInput
            label="Name"
            description="What its runs test: a product, a site or an app."
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={200}
            autoFocus
            required
          />
          <TextInput
            label="Address of the site to test"
            description="Where the browser of a run starts. It may be one that only the machine of the service reaches."
            placeholder="https://staging.example.com"
            inputMode="url"
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            required
          />
          <Refused error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              Create the project
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** People type `example.com`; a site on this machine rarely has a certificate. */
function withScheme(address: string): string {
  const trimmed = address.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return trimmed;
  const isLocal = /^(?:localhost|127\.|\[::1\])/i.test(trimmed);
  return `${isLocal ? 'http' : 'https'}://${trimmed}`;
}
