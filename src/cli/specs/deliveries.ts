import { defineCommand } from '../command.ts';
import { connectionOptions, projectOptions } from '../options.ts';

const runArgument = { name: 'run', description: 'id of a run' } as const;
const anId = '01970000-0000-7000-8000-000000000000';

export const deliveriesList = defineCommand({
  path: 'deliveries list',
  summary: 'show every attempt to deliver the result of a run',
  args: [runArgument],
  options: connectionOptions,
  examples: [`gantry deliveries list ${anId}`],
});

export const deliveriesRedeliver = defineCommand({
  path: 'deliveries redeliver',
  summary: 'deliver the result of a run again',
  args: [runArgument],
  options: {
    to: { kind: 'url', description: 'another address, from now on' },
    ...connectionOptions,
  },
  examples: [`gantry deliveries redeliver ${anId} --to http://127.0.0.1:4280`],
});

export const listen = defineCommand({
  path: 'listen',
  summary: 'receive results on this machine, verify and print them',
  details:
    'Give the address that it prints as --result-url. It verifies by the secret of the project, which an admin key can read, or by --secret. Ctrl-C ends it.',
  args: [],
  options: {
    port: {
      kind: 'integer',
      range: { min: 0, max: 65_535 },
      fallback: '4280',
      description: 'port to listen on; 0 takes any free one',
    },
    host: { kind: 'text', fallback: '127.0.0.1', description: 'address to listen on' },
    secret: {
      kind: 'text',
      placeholder: 'whsec_…',
      isRepeatable: true,
      description: 'verify by this secret',
    },
    forward: {
      kind: 'url',
      description: 'send each on to this address as it came, and answer as it answers',
    },
    count: { kind: 'integer', range: { min: 1, max: 1_000_000 }, description: 'end after this many' },
    ...projectOptions,
  },
  examples: ['gantry listen', 'gantry listen --port 9000 --forward http://localhost:3000/gantry'],
});
