import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Refused } from '../parts/refused.tsx';
import classes from './host-list.module.css';

interface Props {
  /** What the field is called, such as "Host to allow". */
  label: string;
  hosts: string[];
  /** What holds while the list is empty. */
  whenEmpty: string;
  isPending: boolean;
  error: Error | null;
  /** Answers whether the list was taken. */
  onChange: (hosts: string[]) => Promise<boolean>;
}

/** Hosts that are added and removed one by one. */
export function HostList({ label, hosts, whenEmpty, isPending, error, onChange }: Props) {
  const [text, setText] = useState('');
  const host = text.trim().toLowerCase();

  async function add() {
    if (host !== '' && (hosts.includes(host) || (await onChange([...hosts, host])))) setText('');
  }

  return (
    <Stack gap="xs">
      {hosts.length === 0 && <Text>{whenEmpty}</Text>}
      {hosts.length > 0 && (
        <ul className={classes.hosts}>
          {hosts.map((one) => (
            <li key={one} className={classes.host}>
              <Text className={classes.name}>{one}</Text>
              <Button
                variant="default"
                size="xs"
                disabled={isPending}
                aria-label={`Remove ${one}`}
                onClick={() => void onChange(hosts.filter((other) => other !== one))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          placeholder="shop.example.com, *.example.com or localhost:3000"
          flex={1}
          miw={200}
          maxLength={255}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The list may stand in a form of its own.
            event.preventDefault();
            void add();
          }}
        />
        <Button variant="default" disabled={host === ''} loading={isPending} onClick={() => void add()}>
          Add
        </Button>
      </Group>
      <Refused error={error} />
    </Stack>
  );
}
