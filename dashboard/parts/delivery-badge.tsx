import { Badge, Text } from '@mantine/core';

type WebhookStatus = 'pending' | 'delivered' | 'failed' | null;

const words = {
  pending: { label: 'Delivering', color: 'blue' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Not delivered', color: 'red' },
} as const;

export function DeliveryBadge({ status }: { status: WebhookStatus }) {
  if (status === null) return <Text c="dimmed">–</Text>;
  const { label, color } = words[status];
  return (
    <Badge variant="outline" color={color}>
      {label}
    </Badge>
  );
}
