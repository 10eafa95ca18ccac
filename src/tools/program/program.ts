import { defineCommand } from '../cli/command.ts';
import { nouns } from '../cli/commands.ts';
import { connectionOptions, quietOption } from '../cli/options.ts';
import type { Program } from '../cli/run-cli.ts';
import { toolCommands } from './tool-commands.ts';

// What these need is loaded when they are called: the service takes a second.
const settingOptions = async () => (await import('./serve.ts')).settingOptions();

const details =
  'Each setting is a flag or a variable; the flag overrides the variable. Defaults are in brackets.';

const serve = defineCommand({
  path: 'serve',
  summary: 'run the service',
  details,
  args: [],
  options: {},
  examples: ['gantry serve', 'gantry serve --port 8080 --data-dir /var/lib/gantry'],
  moreOptions: settingOptions,
  ownsSignals: true,
  run: async (call) => (await import('./serve.ts')).serveUntilStopped(call),
});

const doctor = defineCommand({
  path: 'doctor',
  summary: 'check this machine, the settings of a service, and the service that GANTRY_URL names',
  details: `${details} It writes nothing. It exits with 1 if a part that the settings ask for is missing.`,
  args: [],
  options: { url: connectionOptions.url, json: connectionOptions.json },
  examples: ['gantry doctor', 'gantry doctor --json'],
  moreOptions: settingOptions,
  ownsSignals: true,
  run: async (call) => (await import('./serve.ts')).examineMachine(call),
});

const dataDir = {
  dataDir: {
    kind: 'folder',
    description: 'data directory of the service; otherwise GANTRY_DATA_DIR, or .gantry',
  },
} as const;

const backup = defineCommand({
  path: 'backup',
  summary: 'write the whole embedded service into one file, while it runs',
  details:
    'The file contains the database, uploaded builds, screenshots and the secret key: keep it as you keep a password. Run it on the machine of the service, as the same user. For a service with GANTRY_DATABASE_URL or GANTRY_S3_BUCKET, use the tools of PostgreSQL and of the store.',
  args: [{ name: 'file', description: 'where to write it; it must not exist yet' }],
  options: { ...dataDir, ...quietOption, json: connectionOptions.json },
  examples: [
    'gantry backup gantry-2026-01-31.tar',
    'gantry backup --data-dir /var/lib/gantry /backup/gantry.tar',
  ],
  ownsSignals: true,
  run: async (call) => (await import('./backup-commands.ts')).writeBackup(call),
});

const restore = defineCommand({
  path: 'restore',
  summary: 'fill an empty data directory from a backup',
  details:
    'Afterwards "gantry serve" with that data directory is the service that was backed up. If the file is damaged, nothing is left behind.',
  args: [{ name: 'file', description: 'file from "gantry backup"' }],
  options: { ...dataDir, ...quietOption, json: connectionOptions.json },
  examples: ['gantry restore --data-dir /var/lib/gantry /backup/gantry.tar'],
  ownsSignals: true,
  run: async (call) => (await import('./backup-commands.ts')).restoreBackup(call),
});

/** Everything that `gantry` can do. */
export const program: Program = {
  commands: [serve, doctor, backup, restore, ...toolCommands],
  nouns,
  elsewhere: new Map(),
};
