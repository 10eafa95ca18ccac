import { defineCommand, type OptionSpecs } from '../command.ts';
import { limitOption, projectOptions } from '../options.ts';

const runArgument = { name: 'run', description: 'id of a run' } as const;
const anId = '01970000-0000-7000-8000-000000000000';

const receiverOption = {
  receiver: {
    kind: 'text',
    placeholder: 'host',
    description: 'only those to this host, such as ci.example.com or localhost:3000',
  },
} as const satisfies OptionSpecs;

const sinceOption = {
  since: {
    kind: 'seconds',
    range: { min: 1, max: 31_536_000 },
    description: 'results of runs that ended within this time, such as 30m, 2h or 7d',
  },
} as const satisfies OptionSpecs;

export const deliveriesList = defineCommand({
  path: 'deliveries list',
  summary: 'list the results that a project delivers, or every delivery attempt of one run',
  args: [{ ...runArgument, isOptional: true }],
  options: {
    failed: { kind: 'flag', description: 'only those that could not be delivered' },
    ...sinceOption,
    ...receiverOption,
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: [
    'gantry deliveries list --failed --since 1d',
    'gantry deliveries list --receiver ci.example.com',
    `gantry deliveries list ${anId}`,
  ],
});

export const deliveriesRedeliver = defineCommand({
  path: 'deliveries redeliver',
  summary: 'deliver the result of a run again, or every result that could not be delivered',
  details:
    'Each delivery starts over, with the same webhook-id and the same bytes. With --since, the command shows how many results it would send and asks first.',
  args: [{ ...runArgument, isOptional: true }],
  options: {
    to: { kind: 'url', description: 'deliver to this address from now on; for one run' },
    ...sinceOption,
    ...receiverOption,
    yes: { kind: 'flag', description: 'do not ask' },
    ...projectOptions,
  },
  examples: [
    `gantry deliveries redeliver ${anId} --to http://127.0.0.1:4280`,
    'gantry deliveries redeliver --since 2h',
    'gantry deliveries redeliver --since 2h --receiver ci.example.com --yes',
  ],
});

export const listen = defineCommand({
  path: 'listen',
  summary: 'receive results on this machine, verify and print them',
  details:
    'Prints an address to use as --result-url. Verifies signatures with the secret of the project, which an admin key can read, or with --secret. Ctrl-C stops it.',
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
      description: 'verify with this secret',
    },
    forward: {
      kind: 'url',
      description: 'forward each delivery unchanged to this address, and return its answer',
    },
    count: {
      kind: 'integer',
      range: { min: 1, max: 1_000_000 },
      description: 'stop after this many deliveries',
    },
    ...projectOptions,
  },
  examples: ['gantry listen', 'gantry listen --port 9000 --forward http://localhost:3000/gantry'],
});
