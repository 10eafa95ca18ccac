import { useEffect, useState } from 'react';
import { formatAgo, formatDateTime, formatDuration } from './format.ts';

/** When something happened: short in the text, exact in its title. */
export function Ago({ at }: { at: string }) {
  const nowMs = useNow(10_000);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, nowMs)}
    </time>
  );
}

/** How long something that is under way has been. */
export function Elapsed({ since }: { since: string }) {
  const nowMs = useNow(1_000);
  return <>{formatDuration(Math.max(0, nowMs - new Date(since).getTime()))}</>;
}

/** The time of now, anew every so often. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
