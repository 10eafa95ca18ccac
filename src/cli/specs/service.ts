import { defineCommand } from '../command.ts';

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
  summary: 'say what this machine has for the service, what is missing and what to do',
  details: `${details} It ends with 1 when something that the settings ask for can't be had.`,
  args: [],
  options: { json: { kind: 'flag', description: 'print JSON for programs', section: 'Output' } },
  examples: ['gantry doctor', 'gantry doctor --json'],
});
