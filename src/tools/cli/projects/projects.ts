import { type Project, type ProjectSettings, records, type UpdateProject } from '../../../client/index.ts';
import { confirmed } from '../ask.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { pageOf, taken } from '../lists.ts';
import { findProject } from '../project-of-key.ts';
import type {
  projectsCreate,
  projectsDelete,
  projectsList,
  projectsRotateSecret,
  projectsShow,
  projectsTestWebhook,
  projectsUpdate,
} from '../specs/projects.ts';
import { agoText, durationText, localTimeText } from '../terminal/format.ts';
import { type Column, fieldLines, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';
import { isHttpUrl } from '../values.ts';

export async function create(call: CommandCall<typeof projectsCreate>): Promise<undefined> {
  const { args, options, printer } = call;
  const { client } = await connect(call);
  const { project } = await client.call('createProject', {
    body: { name: args.name, ...changesOf(options) },
  });
  printer.show({ project }, () => [`${project.id}  ${clean(project.name)}`]);
}

export async function list(call: CommandCall<typeof projectsList>): Promise<undefined> {
  const { options, printer } = call;
  const { client } = await connect(call);
  const query = { limit: pageOf(options.limit) };
  const projects = await taken(options.limit, records(client, 'listProjects', { query }));
  const nowMs = Date.now();
  const columns: Array<Column<Project>> = [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, isFlexible: true },
    { title: 'at once', value: ({ concurrency }) => String(concurrency), isDispensable: true },
    { title: 'target', value: ({ targetUrl }) => targetUrl, isFlexible: true, isDispensable: true },
    { title: 'created', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
  ];
  printer.show({ projects }, () =>
    projects.length === 0 ? ['There are no projects yet.'] : tableLines(projects, columns, printer.width),
  );
}

export async function show(call: CommandCall<typeof projectsShow>): Promise<undefined> {
  const { args, options, printer } = call;
  const { client, projectId } = await connect(call);
  const id = args.project === undefined ? await projectId() : await findProject(client, args.project);
  const project = await client.call('getProject', { path: { projectId: id } });
  const { webhookSecret, ...others } = project;
  const shown = options.showSecret ? project : others;
  printer.show({ project: shown }, () => describe(project, options.showSecret ? webhookSecret : null));
}

export async function update(call: CommandCall<typeof projectsUpdate>): Promise<undefined> {
  const { args, options, printer } = call;
  const body = { ...(options.name !== undefined && { name: options.name }), ...changesOf(options) };
  if (Object.keys(body).length === 0)
    throw new UsageError('Nothing is to be changed: give at least one option.');
  const { client } = await connect(call);
  const projectId = await findProject(client, args.project);
  const { project } = await client.call('updateProject', { path: { projectId }, body });
  printer.show({ project }, () => describe(project, null));
}

export async function rotateSecret(call: CommandCall<typeof projectsRotateSecret>): Promise<undefined> {
  const { args, printer } = call;
  const { client, projectId } = await connect(call);
  const id = args.project === undefined ? await projectId() : await findProject(client, args.project);
  const { project } = await client.call('rotateWebhookSecret', { path: { projectId: id } });
  printer.show({ project }, () => [project.webhookSecret]);
  printer.note('It signs results from now on. The former secret signs them, too, for 24 hours.');
}

export async function testWebhook(call: CommandCall<typeof projectsTestWebhook>): Promise<number> {
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
}

export async function remove(call: CommandCall<typeof projectsDelete>): Promise<undefined> {
  const { args, options, io, printer, signal } = call;
  const { client } = await connect(call);
  const projectId = await findProject(client, args.project);
  if (!options.yes) {
    if (!io.stdin.isTTY) throw new UsageError('There is no terminal to ask on: give --yes.');
    const question = `Delete the project ${clean(args.project)} with everything in it?`;
    if (!(await confirmed(io, question, signal))) throw new UsageError('Nothing was deleted.');
  }
  await client.call('deleteProject', { path: { projectId } });
  printer.show({ deleted: [projectId] }, () => [`Deleted ${projectId}`]);
}

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
