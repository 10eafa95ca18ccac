import { durationText, type MobileApp, type Uploaded, uploadApp } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import { projectOptions, quietOption, removeAfterOption } from '../options.ts';
import type { Printer } from '../printer.ts';
import { bytesText, localTimeText } from '../terminal/format.ts';
import { reportProgress } from '../terminal/progress.ts';
import { clean } from '../terminal/text.ts';
import { withBuildFile } from './build-file.ts';

export const appsUpload = defineCommand({
  path: 'apps upload',
  summary: 'upload a build',
  details:
    'Sends nothing if the newest upload of the app has the same content and is kept for at least half of --remove-after. Zips a folder MyApp.app first.',
  args: [
    {
      name: 'file',
      description:
        'a file that ends in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa, or a folder that ends in .app',
    },
  ],
  options: {
    ...removeAfterOption,
    force: { kind: 'flag', description: 'send the build even if the service has the same content' },
    ...projectOptions,
    ...quietOption,
  },
  examples: [
    'gantry apps upload build/MyApp.app.zip',
    'gantry apps upload build/MyApp.app --remove-after 7d',
    'id=$(gantry apps upload --quiet app-debug.apk)',
  ],
  async run(call): Promise<undefined> {
    const { args, options, printer, signal } = call;
    const connection = await connect(call);
    const { app, wasThere } = await uploadBuild(connection, {
      path: args.file,
      removeAfter: options.removeAfter,
      isForced: options.force,
      printer,
      signal,
    });
    printer.show({ app, wasThere }, () => (printer.isQuiet ? [app.id] : [appLine(app)]));
  },
});

interface BuildUpload {
  path: string;
  removeAfter: number | undefined;
  /** Undefined where the caller has no such option. */
  isForced?: boolean;
  printer: Printer;
  signal: AbortSignal;
}

/** Sends a build and shows the progress, unless the same content is there already. */
export async function uploadBuild(
  { client, projectId }: Pick<Connection, 'client' | 'projectId'>,
  { path, removeAfter, isForced, printer, signal }: BuildUpload,
): Promise<Uploaded> {
  const project = await projectId();
  return withBuildFile(path, { printer, signal }, async ({ filename, size, sha256, open }) => {
    const progress = reportProgress(printer, filename, size);
    const startedMs = performance.now();
    try {
      const uploaded = await uploadApp(client, {
        projectId: project,
        filename,
        size,
        sha256,
        evenIfThere: isForced ?? false,
        removeAfter,
        open,
        signal,
        onProgress: ({ sentBytes }) => {
          progress.update(sentBytes);
          if (sentBytes >= size) printer.status.set('The service looks into it …');
        },
      });
      progress.end();
      const took = durationText(performance.now() - startedMs);
      const advice = isForced === undefined ? '' : ' --force sends it again.';
      printer.note(
        uploaded.wasThere
          ? `${clean(filename)} is there already; nothing was sent.${advice}`
          : `Sent ${clean(filename)}: ${bytesText(size)} in ${took}.`,
      );
      return uploaded;
    } finally {
      progress.end();
    }
  });
}

export function appLine(app: MobileApp): string {
  const { id, platform, filename, bundleId, appVersion, buildVersion, expiresAt } = app;
  const version = [appVersion, buildVersion === null ? null : `(${buildVersion})`].filter(Boolean).join(' ');
  const name = [clean(filename), clean(version), bundleId === null ? '' : `[${clean(bundleId)}]`]
    .filter((part) => part !== '')
    .join(' ');
  const until = expiresAt === null ? '' : `, until ${localTimeText(expiresAt)}`;
  return `${id}  ${name} for ${platform}${until}`;
}
