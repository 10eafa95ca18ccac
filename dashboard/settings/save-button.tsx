import { Button, Group, Text } from '@mantine/core';

/** Sends the form that it is in, and says when that is done. */
export function SaveButton({
  isChanged,
  isPending,
  isSaved,
}: {
  isChanged: boolean;
  isPending: boolean;
  isSaved: boolean;
}) {
  return (
    <Group gap="sm">
      <Button type="submit" disabled={!isChanged} loading={isPending}>
        Save
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isSaved && !isChanged ? 'Saved' : ''}
      </Text>
    </Group>
  );
}
