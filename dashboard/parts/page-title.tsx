import { Title } from '@mantine/core';
import { useEffect } from 'react';

/** The heading of a page, which is the title of its window, too. */
export function PageTitle({ children }: { children: string }) {
  useTitle(children);
  return (
    <Title order={1} size="h2">
      {children}
    </Title>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gantry`;
  }, [title]);
}
