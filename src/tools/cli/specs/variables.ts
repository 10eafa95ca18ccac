import { defineCommand } from '../command.ts';
import { projectOptions } from '../options.ts';

const nameArgument = {
  name: 'name',
  description: 'name of the variable; steps write it as {{name}}',
} as const;

export const variablesList = defineCommand({
  path: 'variables list',
  summary: 'list the variables of a project; secret values are never shown (admin key)',
  args: [],
  options: projectOptions,
  examples: ['gantry variables list'],
});

export const variablesSet = defineCommand({
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
});

export const variablesDelete = defineCommand({
  path: 'variables delete',
  summary: 'delete variables of a project (admin key)',
  args: [{ ...nameArgument, isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry variables delete password'],
});
