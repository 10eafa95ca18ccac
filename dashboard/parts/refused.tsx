import { Alert } from '@mantine/core';

/** Why the service did not do what it was asked to. */
export function Refused({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {error.message}
    </Alert>
  );
}
