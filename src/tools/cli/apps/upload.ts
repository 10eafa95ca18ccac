import { type MobileApp, type Uploaded, uploadApp } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import type { Printer } from '../printer.ts';
import type { appsUpload } from '../specs/apps.ts';
import { bytesText, durationText, localTimeText } from '../terminal/format.ts';
import { reportProgress } from '../terminal/progress.ts';
import { clean } from '../terminal/text.ts';
import { withBuildFile } from './build-file.ts';

export async function upload(call: CommandCall<typeof appsUpload>): Promise<undefined> {
  const { args, options, printer, signal } = call;
  const connection = await connect(call);
  const { app, wasThere } = await uploadBuild(connection, {
    path: args.file,
    removeAfter: options.removeAfter,
    isForced: options.force,
    printer,
    signal,
  });
  printer.show({ app, wasThere }, () => (printer.isQuiet ? [app.id] : described(app)));
}

export interface BuildUpload {
  path: string;
  removeAfter: number | undefined;
  isForced: boolean;
  printer: Printer;
  signal: AbortSignal;
}

/** Sends a build, with its progress told, unless the same content is there already. */
export async function uploadBuild(
  { client, projectId }: Connection,
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
        evenIfThere: isForced,
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
      printer.note(
        uploaded.wasThere
          ? `${clean(filename)} is there already; nothing was sent. --force sends it again.`
          : `Sent ${clean(filename)}: ${bytesText(size)} in ${took}.`,
      );
      return uploaded;
    } finally {
      progress.end();
    }
  });
}

function described(app: MobileApp): string[] {
  const { id, platform, filename, bundleId, appVersion, buildVersion, expiresAt } = app;
  const version = [appVersion, buildVersion === null ? null : `(${buildVersion})`].filter(Boolean).join(' ');
  const name = [clean(filename), clean(version), bundleId === null ? '' : `[${clean(bundleId)}]`]
    .filter((part) => part !== '')
    .join(' ');
  const until = expiresAt === null ? '' : `, until ${localTimeText(expiresAt)}`;
  return [`${id}  ${name} for ${platform}${until}`];
}
