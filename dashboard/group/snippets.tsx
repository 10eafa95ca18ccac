import { Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Group } from '../../src/client/index.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { Needs } from '../run-now/needs.ts';
import { snippetsOf } from './ci-texts.ts';

interface Props {
  group: Group;
  needs: Needs;
  /** Known only right after it was made. */
  webhookUrl: string | undefined;
}

/** How a pipeline starts the group, to be copied. */
export function Snippets({ group, needs, webhookUrl }: Props) {
  const snippets = snippetsOf({
    group,
    needs,
    webhookUrl,
    url: new URL('.', document.baseURI).href.replace(/\/$/, ''),
  });
  const [name, setName] = useState(snippets[0]?.name ?? '');
  const shown = snippets.find((snippet) => snippet.name === name) ?? snippets[0];
  if (shown === undefined) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <SegmentedControl
        aria-label="Start it from"
        maw="100%"
        size="xs"
        data={snippets.map((snippet) => snippet.name)}
        value={shown.name}
        onChange={setName}
      />
      <Text size="sm" c="dimmed">
        {shown.explanation}
      </Text>
      <Code block tabIndex={0} w="100%" aria-label={`Snippet for ${shown.name}`} role="region">
        {shown.text}
      </Code>
      <CopyButton text={shown.text} label="Copy" />
    </Stack>
  );
}
