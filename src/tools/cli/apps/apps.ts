import { type MobileApp, records } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { pageOf, showList, taken } from '../lists.ts';
import { limitOption, projectOptions } from '../options.ts';
import { agoText, bytesText } from '../terminal/format.ts';
import type { Column } from '../terminal/table.ts';
import { appsUpload } from './upload.ts';

const columns = (nowMs: number): Array<Column<MobileApp>> => [
  { title: 'id', value: ({ id }) => id },
  { title: 'name', value: ({ filename }) => filename, isFlexible: true },
  { title: 'platform', value: ({ platform, builtFor }) => (builtFor ? `${platform} ${builtFor}` : platform) },
  { title: 'bundle id', value: ({ bundleId }) => bundleId, isFlexible: true, isDispensable: true },
  { title: 'version', value: version, isFlexible: true, isDispensable: true },
  { title: 'size', value: ({ fileSize }) => bytesText(fileSize), isDispensable: true },
  { title: 'uploaded', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
  {
    title: 'goes',
    value: ({ expiresAt }) => (expiresAt === null ? 'never' : agoText(expiresAt, nowMs)),
    isDispensable: true,
  },
];

const appsList = defineCommand({
  path: 'apps list',
  summary: 'list uploaded builds, newest first',
  args: [],
  options: {
    platform: { kind: 'text', choices: ['ios', 'android'], description: 'only builds for this platform' },
    bundleId: { kind: 'text', placeholder: 'id', description: 'only those with this bundle identifier' },
    ...limitOption('50'),
    ...projectOptions,
  },
  examples: ['gantry apps list', 'gantry apps list --platform ios --json'],
  async run(call): Promise<undefined> {
    const { options, printer } = call;
    const { client, projectId } = await connect(call);
    const { limit, platform, bundleId } = options;
    const apps = await taken(
      limit,
      records(client, 'listApps', {
        path: { projectId: await projectId() },
        query: { limit: pageOf(limit), platform, bundleId },
      }),
    );
    showList(printer, { apps }, 'There are no apps yet.', columns(Date.now()));
  },
});

const appsDelete = defineCommand({
  path: 'apps delete',
  summary: 'delete uploaded builds',
  details: 'Runs that use a deleted build still finish.',
  args: [{ name: 'app', description: 'id of an upload', isRepeatable: true }],
  options: projectOptions,
  examples: ['gantry apps delete 01970000-0000-7000-8000-000000000000'],
  async run(call): Promise<undefined> {
    const { args, printer } = call;
    const { client, projectId } = await connect(call);
    const project = await projectId();
    for (const appId of args.app) await client.call('deleteApp', { path: { projectId: project, appId } });
    printer.show({ deleted: args.app }, () => args.app.map((id) => `Deleted ${id}`));
  },
});

export const appCommands = [appsUpload, appsList, appsDelete];

function version({ appVersion, buildVersion }: MobileApp): string | null {
  if (appVersion === null) return buildVersion;
  return buildVersion === null || buildVersion === appVersion
    ? appVersion
    : `${appVersion} (${buildVersion})`;
}
