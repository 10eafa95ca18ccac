import { Alert, type AlertProps } from '@mantine/core';

/** Why the service did not do what it was asked to. */
export function Refused({ error, ...props }: Pick<AlertProps, 'title' | 'maw'> & { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" {...props}>
      {error.message}
    </Alert>
  );
}
