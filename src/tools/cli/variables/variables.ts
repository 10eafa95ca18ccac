import { askHidden } from '../ask.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { showList } from '../lists.ts';
import { projectOptions } from '../options.ts';
import { readStandardInput } from '../read-input.ts';
import { agoText } from '../terminal/format.ts';
import { clean } from '../terminal/text.ts';

const nameArgument = {
  name: 'name',
  description: 'name of the variable; steps write it as {{name}}',
} as const;

const variablesList = defineCommand({
  path: 'variables list',
  summary: 'list the variables of a project; secret values are never shown (admin key)',
  args: [],
  options: projectOptions,
  examples: ['gantry variables list'],
  async run(call): Promise<undefined> {
    const { printer } = call;
    const { client, projectId } = await connect(call);
    const { variables } = await client.call('listVariables', { path: { projectId: await projectId() } });
    const nowMs = Date.now();
    showList(printer, { variables }, 'There are no variables yet.', [
      { title: 'name', value: ({ name }) => name },
      { title: 'value', value: ({ value, secret }) => (secret ? '(secret)' : value), isFlexible: true },
      { title: 'hosts', value: ({ hosts }) => hosts?.join(', ') ?? null, isFlexible: true },
      { title: 'changed', value: ({ updatedAt }) => agoText(updatedAt, nowMs), isDispensable: true },
    ]);
  },
});

const variablesSet = defineCommand({
  path: 'variables set',
  summary: 'set a variable of a project (admin key)',
  details:
    'Other users of this machine can see a value that you type, and your shell keeps it: pass a secret on standard input or in an environment variable. On a terminal, the command asks for a missing value. Without --secret, --no-secret or --hosts, an existing variable keeps these settings.',
  args: [nameArgument, { name: 'value', description: 'its value', isOptional: true }],
  options: {
    stdin: {
      kind: 'flag',
      description: 'read the value from standard input; a line break at its end is dropped',
    },
    fromEnv: {
      kind: 'text',
      placeholder: 'variable',
      description: 'take the value from this environment variable',
    },
    secret: {
      kind: 'switch',
      description: 'store it encrypted, never show it again, and mask it in results, logs and screenshots',
    },
    hosts: {
      kind: 'text',
      placeholder: 'host,…',
      description:
        'fill in the secret only on pages of these hosts, such as *.example.com; "none" removes them',
    },
    ...projectOptions,
  },
  examples: [
    'gantry variables set user alice',
    'gantry variables set password --secret --from-env SHOP_PASSWORD --hosts shop.example.com',
    'gantry variables set password --secret --stdin',
  ],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const { name } = args;
    const value = await givenValue(call);
    const connection = await connect(call);
    const { client } = connection;
    const projectId = await connection.projectId();
    const { variables } = await client.call('listVariables', { path: { projectId } });
    // The call replaces the whole variable: a new value alone must not lay a secret open.
    const before = variables.find((variable) => variable.name === name);
    const secret = options.secret ?? before?.secret ?? false;
    const hosts = hostsOf(options.hosts) ?? (options.hosts === undefined && secret ? before?.hosts : null);
    const { variable } = await client.call('setVariable', {
      path: { projectId, name },
      body: { value, secret, hosts },
    });
    const kind = variable.secret ? '  secret' : '';
    printer.show({ variable }, () => [
      `${before === undefined ? 'Created' : 'Changed'} ${clean(name)}${kind}`,
    ]);
    if (secret && args.value !== undefined)
      printer.note(
        'Others may have seen this value on the command line. Next time use --stdin or --from-env.',
      );
  },
});

const variablesDelete = defineCommand({
  path: 'variables delete',
  summary: 'delete variables of a project (admin key)',
  args: [{ ...nameArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry variables delete password'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const connection = await connect(call);
    const projectId = await connection.projectId();
    for (const name of args.name)
      await connection.client.call('deleteVariable', { path: { projectId, name } });
    printer.show({ deleted: args.name }, () => args.name.map((name) => `Deleted ${clean(name)}`));
  },
});

export const variableCommands = [variablesList, variablesSet, variablesDelete];

/** The service takes 4,096 characters, each of at most 4 bytes. */
const valueLimit = { what: 'The value', maxBytes: 16_384 };

async function givenValue({ args, options, io, signal }: CallOf<typeof variablesSet>): Promise<string> {
  const given = [args.value !== undefined, options.stdin, options.fromEnv !== undefined].filter(Boolean);
  if (given.length > 1) throw new UsageError('Give only one of <value>, --stdin and --from-env.');
  if (args.value !== undefined) return args.value;
  if (options.stdin) return (await readStandardInput(io, valueLimit)).replace(/\r?\n$/, '');
  if (options.fromEnv !== undefined) {
    const value = io.environment.named(options.fromEnv);
    if (!value) throw new UsageError(`The environment variable ${options.fromEnv} is not set, or empty.`);
    return value;
  }
  if (!io.stdin.isTTY) throw new UsageError('Give the value as <value>, by --stdin or by --from-env.');
  return askHidden(io, `Value of ${clean(args.name)}: `, signal);
}

function hostsOf(text: string | undefined): string[] | null {
  if (text === undefined || text === 'none') return null;
  return text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
}
