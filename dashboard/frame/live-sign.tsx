import { Badge } from '@mantine/core';
import { useLiveState } from '../service/live-state.ts';

/** Says whether changes reach the page as they happen. */
export function LiveSign() {
  const isLive = useLiveState() === 'live';
  return (
    <Badge
      variant="dot"
      color={isLive ? 'green' : 'yellow'}
      role="status"
      title={
        isLive ? 'Changes are shown as they happen' : 'Waiting for the service; what is shown may be old'
      }
    >
      {isLive ? 'Live' : 'Connecting'}
    </Badge>
  );
}
