import { Alert, Text } from '@mantine/core';
import { forgetWarnings, useWarnings } from '../service/warnings.ts';

/** A form that gives what the service does not take has done only part of what it says. */
export function Warnings() {
  const warnings = useWarnings();
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      mb="md"
      title="The service has not taken all of it"
      withCloseButton
      closeButtonLabel="Close the warnings"
      onClose={forgetWarnings}
    >
      {warnings.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm">
          {path}: {message}
        </Text>
      ))}
    </Alert>
  );
}
