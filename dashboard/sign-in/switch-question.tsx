import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { Caller } from '../../src/client/index.ts';

interface Props {
  current: Caller;
  next: Caller;
  by: 'link' | 'key';
  onStay: () => void;
  onSwitch: () => void;
}

/** Somebody else may have sent the link: what is done after it would be done in their project. */
export function SwitchQuestion({ current, next, by, onStay, onSwitch }: Props) {
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
