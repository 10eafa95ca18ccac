import { basename } from 'node:path';
import { z } from 'zod';
import { type MobileApp, uploadApp } from '../../client/index.ts';
import { contentOf, sha256Of } from '../cli/apps/build-file.ts';
import { listed, listLimit, withOneMore } from './listing.ts';
import { members } from './members.ts';
import { creating, defineTool, reading } from './tool.ts';

const record = members('MobileApp', [
  ...([
    'id',
    'platform',
    'filename',
    'bundleId',
    'appVersion',
    'buildVersion',
    'builtFor',
    'fileSize',
  ] as const),
  ...(['source', 'expiresAt', 'removeAfter', 'createdAt'] as const),
]);
const app = z.object({
  ...record,
  builtFor: record.builtFor.describe('Of an iOS build; null: not known'),
  fileSize: record.fileSize.describe('Bytes'),
  expiresAt: record.expiresAt.describe('Null if it is kept'),
});

export const appTools = [
  defineTool({
    name: 'upload_app',
    title: 'Upload a build',
    description:
      'Uploads a mobile build from this machine, so that submit_run and trigger_group can test it by appId. Takes an .apk, an .ipa, or an iOS build (MyApp.app) packed as .app.zip, .zip, .tgz or .app.tar.gz; simulators and real iPhones need builds of their own. Nothing is sent when the same content is there already. Only files in the folder that this server was started in, or in one of its --root folders, can be uploaded.',
    input: z.strictObject({
      path: z
        .string()
        .min(1)
        .describe('Path of the file, absolute or from the folder that the server was started in'),
      removeAfterSeconds: z
        .int()
        .min(1)
        .max(31_536_000)
        .optional()
        .describe('Delete the upload after so long; left out, it stays'),
    }),
    output: z.object({ app, wasThere: z.boolean().describe('The same content was there already') }),
    hints: { ...creating, idempotentHint: true },
    async call(context, { path, removeAfterSeconds }, { signal, progress }) {
      const file = await context.builds.find(path);
      const uploaded = await uploadApp(context.client, {
        projectId: await context.projectId(),
        filename: basename(file.path),
        size: file.size,
        sha256: await sha256Of(file.path, signal),
        open: () => contentOf(file.path),
        removeAfter: removeAfterSeconds,
        signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          progress.say(`${Math.floor((100 * sentBytes) / totalBytes)} % of ${totalBytes} bytes sent`),
      });
      const { app, wasThere } = uploaded;
      const how = wasThere ? 'Nothing was sent: the same content is there already' : 'Uploaded';
      return { text: `${how}. appId ${appLine(app)}`, structured: { app: shown(app), wasThere } };
    },
  }),
  defineTool({
    name: 'list_apps',
    title: 'List uploaded builds',
    description:
      'Lists uploaded mobile builds, newest first, with the appId that submit_run and trigger_group take.',
    input: z.strictObject({
      platform: z.enum(['ios', 'android']).optional(),
      bundleId: z.string().min(1).optional(),
      limit: listLimit,
    }),
    output: z.object({ apps: z.array(app), hasMore: z.boolean() }),
    hints: reading,
    async call(context, query, { signal }) {
      const path = { projectId: await context.projectId() };
      const { apps } = await context.client.call('listApps', { path, query: withOneMore(query), signal });
      const { records, hasMore, text } = listed(apps, query.limit, { nouns: 'apps', line: appLine });
      return { text, structured: { apps: records.map(shown), hasMore } };
    },
  }),
];

function appLine({
  id,
  platform,
  bundleId,
  appVersion,
  buildVersion,
  builtFor,
  filename,
  expiresAt,
}: MobileApp): string {
  const version = [appVersion, buildVersion && `(${buildVersion})`].filter(Boolean).join(' ');
  const end = expiresAt === null ? '' : `  until ${expiresAt}`;
  return `${id}  ${platform}${builtFor === null ? '' : ` ${builtFor}`}  ${bundleId ?? filename}  ${version}${end}`;
}

/** Only the members that the tool declares: a newer service may answer with more. */
function shown(record: MobileApp): z.infer<typeof app> {
  return app.parse(record);
}
