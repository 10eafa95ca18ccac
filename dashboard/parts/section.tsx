import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What it is called for those who do not see it; its title by default. */
  label?: string;
  children: ReactNode;
}

/** A part of a page, with a heading. */
export function Section({ title, label = title, children }: Props) {
  return (
    <Stack component="section" aria-label={label} gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
