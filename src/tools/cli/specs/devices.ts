import { defineCommand } from '../command.ts';
import { connectionOptions } from '../options.ts';

export const devices = defineCommand({
  path: 'devices',
  summary: 'list the phones that workers have, and their state',
  args: [],
  options: connectionOptions,
  examples: ['gantry devices', 'gantry devices --json'],
});
