import { Badge, Loader } from '@mantine/core';
import { type Outcome, outcomeWords } from './outcome.ts';

export function OutcomeBadge({ outcome, size = 'md' }: { outcome: Outcome; size?: 'sm' | 'md' | 'lg' }) {
  const { label, color, meaning } = outcomeWords[outcome];
  return (
    <Badge
      color={color}
      variant="light"
      size={size}
      title={meaning}
      leftSection={outcome === 'running' ? <Loader size={10} color={color} aria-hidden /> : undefined}
    >
      {label}
    </Badge>
  );
}
