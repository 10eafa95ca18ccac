import { defineCommand } from '../command.ts';
import { connectionOptions } from '../options.ts';

const details = 'Each setting is a flag or a variable; the flag wins. Defaults stand in brackets.';

export const serve = defineCommand({
  path: 'serve',
  summary: 'run the service',
  details,
  args: [],
  options: {},
  examples: ['gantry serve', 'gantry serve --port 8080 --data-dir /var/lib/gantry'],
});

export const doctor = defineCommand({
  path: 'doctor',
  summary: 'check this machine, the settings of a service, and the service that GANTRY_URL names',
  details: `${details} It writes nothing. It exits with 1 if a part that the settings ask for is missing.`,
  args: [],
  options: { url: connectionOptions.url, json: connectionOptions.json },
  examples: ['gantry doctor', 'gantry doctor --json'],
});
