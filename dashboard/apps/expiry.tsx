import { Text } from '@mantine/core';
import type { MobileApp } from '../../src/client/index.ts';
import { Ago, useNow } from '../parts/time.tsx';

/** How long the app stays: "in 3 hr.". */
export function Expiry({ app: { expiresAt } }: { app: MobileApp }) {
  const nowMs = useNow(10_000);
  if (expiresAt === null)
    return (
      <Text span inherit c="dimmed">
        Never
      </Text>
    );
  if (new Date(expiresAt).getTime() <= nowMs)
    return (
      <Text span inherit title="It leaves the list when no run uses it any more">
        Expired
      </Text>
    );
  return <Ago at={expiresAt} />;
}
