import { Button, type ButtonProps } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

interface Props extends ButtonProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  children: string;
}

/** Loads the next page of a list, where there is one. */
export function MoreButton({ query, variant = 'default', ...props }: Props) {
  if (!query.hasNextPage) return null;
  const more = () => void query.fetchNextPage();
  return <Button variant={variant} loading={query.isFetchingNextPage} onClick={more} {...props} />;
}
