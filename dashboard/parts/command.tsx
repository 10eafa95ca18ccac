import { Code, Stack } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A command to copy; it breaks its lines, so that a narrow page does not scroll. */
export function Command({ text }: { text: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Code block ta="left" w="100%" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <CopyButton text={text} label="Copy the command" />
    </Stack>
  );
}
