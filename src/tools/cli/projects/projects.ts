import {
  durationText,
  type Project,
  type ProjectSettings,
  records,
  type UpdateProject,
} from '../../../client/index.ts';
import { mustBeConfirmed } from '../ask.ts';
import { defineCommand, type OptionSpecs } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { connectionOptions, limitOption, projectOptions } from '../options.ts';
import { findProject } from '../project-of-key.ts';
import { agoText, localTimeText } from '../terminal/format.ts';
import { fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';
import { isHttpUrl } from '../values.ts';

const projectSettings = {
  resultUrl: {
    kind: 'text',
    placeholder: 'url',
    description: 'receives the results of all runs (webhookUrl); "none" removes it',
  },
  targetUrl: {
    kind: 'text',
    placeholder: 'url',
    description: 'site that web runs test by default; "none" removes it',
  },
  concurrency: {
    kind: 'integer',
    range: { min: 1, max: 1_000 },
    description: 'how many runs execute at once; 5 in a new project',
  },
  allowHost: {
    kind: 'text',
    placeholder: 'host',
    isRepeatable: true,
    description:
      'host that the browser of a run may go to, such as *.example.com; "none" allows only the first host of each run',
  },
  allowReceiver: {
    kind: 'text',
    placeholder: 'host',
    isRepeatable: true,
    description:
      'host that a group webhook may send results to, beside the origin of --result-url; "none" allows no other',
  },
} as const satisfies OptionSpecs;

const projectArgument = { name: 'project', description: 'id or name of a project' } as const;

const projectsCreate = defineCommand({
  path: 'projects create',
  summary: 'create a project (admin key)',
  args: [{ name: 'name', description: 'its name' }],
  options: { ...projectSettings, ...connectionOptions },
  examples: ['gantry projects create Shop --target-url https://staging.example.com'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const { client } = await connect(call);
    const { project } = await client.call('createProject', {
      body: { name: args.name, ...changesOf(options) },
    });
    printer.show({ project }, () => [`${project.id}  ${clean(project.name)}`]);
  },
});

const projectsList = defineCommand({
  path: 'projects list',
  summary: 'list projects, newest first (admin key)',
  args: [],
  options: { ...limitOption('50'), ...connectionOptions },
  examples: ['gantry projects list'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client } = await connect(call);
    const query = { limit: pageOf(options.limit) };
    const projects = await taken(options.limit, records(client, 'listProjects', { query }));
    const nowMs = Date.now();
    showList(printer, { projects }, 'There are no projects yet.', [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name, isFlexible: true },
      { title: 'at once', value: ({ concurrency }) => String(concurrency), isDispensable: true },
      { title: 'target', value: ({ targetUrl }) => targetUrl, isFlexible: true, isDispensable: true },
      { title: 'created', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
    ]);
  },
});

const projectsShow = defineCommand({
  path: 'projects show',
  summary: 'show the settings of a project (admin key)',
  args: [{ ...projectArgument, isOptional: true }],
  options: {
    showSecret: { kind: 'flag', description: 'also show the secret that signs results' },
    ...projectOptions,
  },
  examples: ['gantry projects show', 'gantry projects show Shop --show-secret'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const { client, projectId } = await connect(call);
    const id = args.project === undefined ? await projectId() : await findProject(client, args.project);
    const project = await client.call('getProject', { path: { projectId: id } });
    const { webhookSecret, ...others } = project;
    const shown = options.showSecret ? project : others;
    printer.show({ project: shown }, () => describe(project, options.showSecret ? webhookSecret : null));
  },
});

const projectsUpdate = defineCommand({
  path: 'projects update',
  summary: 'change the settings of a project (admin key)',
  args: [projectArgument],
  options: {
    name: { kind: 'text', description: 'new name' },
    ...projectSettings,
    ...connectionOptions,
  },
  examples: ['gantry projects update Shop --concurrency 10 --result-url https://ci.example.com/gantry'],
  async run(call): Promise<undefined> {
    const { args, options, printer } = call;
    const body = { ...(options.name !== undefined && { name: options.name }), ...changesOf(options) };
    if (Object.keys(body).length === 0)
      throw new UsageError('Nothing is to be changed: give at least one option.');
    const { client } = await connect(call);
    const projectId = await findProject(client, args.project);
    const { project } = await client.call('updateProject', { path: { projectId }, body });
    printer.show({ project }, () => describe(project, null));
  },
});

const projectsRotateSecret = defineCommand({
  path: 'projects rotate-secret',
  summary: 'give a project a new secret for signing results, and print it (admin key)',
  details: 'The old secret also signs results for 24 hours, so that you can update receivers.',
  args: [{ ...projectArgument, isOptional: true }],
  options: projectOptions,
  examples: ['gantry projects rotate-secret Shop'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client, projectId } = await connect(call);
    const id = args.project === undefined ? await projectId() : await findProject(client, args.project);
    const { project } = await client.call('rotateWebhookSecret', { path: { projectId: id } });
    printer.show({ project }, () => [project.webhookSecret]);
    printer.note('It signs results from now on. The former secret signs them, too, for 24 hours.');
  },
});

const projectsTestWebhook = defineCommand({
  path: 'projects test-webhook',
  summary: 'send a sample result to the receiver of a project (admin key)',
  args: [{ ...projectArgument, isOptional: true }],
  options: {
    resultUrl: { kind: 'url', description: 'send it to this receiver instead' },
    ...projectOptions,
  },
  examples: [
    'gantry projects test-webhook Shop',
    'gantry projects test-webhook --result-url https://ci.example.com/gantry',
  ],
  async run(call): Promise<number> {
    const { args, options, printer } = call;
    const { client, projectId } = await connect(call);
    const id = args.project === undefined ? await projectId() : await findProject(client, args.project);
    const test = await client.call('testWebhook', {
      path: { projectId: id },
      body: { url: options.resultUrl },
    });
    printer.show({ test }, () =>
      fieldLines([
        ['Answer', test.status === null ? null : String(test.status)],
        ['Took', durationText(test.durationMs)],
        ['Why not', test.error === null ? null : clean(test.error)],
        ['Said', test.answer === null ? null : clean(test.answer)],
      ]),
    );
    return test.error === null ? exitCodes.passed : exitCodes.notDelivered;
  },
});

const projectsDelete = defineCommand({
  path: 'projects delete',
  summary: 'delete a project with everything in it (admin key)',
  args: [projectArgument],
  options: {
    yes: { kind: 'flag', description: 'do not ask' },
    ...connectionOptions,
  },
  examples: ['gantry projects delete Shop --yes'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client } = await connect(call);
    const projectId = await findProject(client, args.project);
    const question = `Delete the project ${clean(args.project)} with everything in it?`;
    await mustBeConfirmed(call, question, 'Nothing was deleted.');
    await client.call('deleteProject', { path: { projectId } });
    printer.show({ deleted: [projectId] }, () => [`Deleted ${projectId}`]);
  },
});

export const projectCommands = [
  projectsCreate,
  projectsList,
  projectsShow,
  projectsUpdate,
  projectsRotateSecret,
  projectsTestWebhook,
  projectsDelete,
];

interface SettingOptions {
  readonly resultUrl: string | undefined;
  readonly targetUrl: string | undefined;
  readonly concurrency: number | undefined;
  readonly allowHost: readonly string[];
  readonly allowReceiver: readonly string[];
}

/** Only what was given; `none` removes. */
function changesOf({
  resultUrl,
  targetUrl,
  concurrency,
  allowHost,
  allowReceiver,
}: SettingOptions): Omit<UpdateProject, 'name'> {
  return {
    ...(resultUrl !== undefined && { webhookUrl: addressOrNone('--result-url', resultUrl) }),
    ...(targetUrl !== undefined && { targetUrl: addressOrNone('--target-url', targetUrl) }),
    ...(concurrency !== undefined && { concurrency }),
    ...(allowHost.length > 0 && { allowedHosts: hostsOrNone(allowHost) }),
    ...(allowReceiver.length > 0 && { allowedReceivers: hostsOrNone(allowReceiver) }),
  };
}

function hostsOrNone(hosts: readonly string[]): string[] | null {
  return hosts.includes('none') ? null : [...hosts];
}

function addressOrNone(option: string, text: string): string | null {
  if (text === 'none') return null;
  if (isHttpUrl(text)) return text;
  throw new UsageError(`${option} must be an address that starts with http:// or https://, or none.`);
}

function describe(project: Project | ProjectSettings, secret: string | null): string[] {
  return fieldLines([
    ['Project', project.id],
    ['Name', clean(project.name)],
    ['At once', String(project.concurrency)],
    ['Target', project.targetUrl === null ? null : clean(project.targetUrl)],
    ['Results to', project.webhookUrl === null ? null : clean(project.webhookUrl)],
    ['Hosts', project.allowedHosts && clean(project.allowedHosts.join(', '))],
    ['Receivers', project.allowedReceivers && clean(project.allowedReceivers.join(', '))],
    ['Created', localTimeText(project.createdAt)],
    ['Secret', secret],
  ]);
}
