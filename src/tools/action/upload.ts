import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type GantryClient, type MobileApp, uploadApp } from '../../client/index.ts';
import { InputError } from './inputs.ts';
import type { Runner } from './runner.ts';

export interface Build {
  /** From the folder of the workspace. */
  path: string;
  workspace: string;
  projectId: string;
  removeAfterSeconds: number | undefined;
}

/** Nothing is sent when the same content is there already. */
export async function uploadBuild(
  client: GantryClient,
  runner: Runner,
  { path, workspace, projectId, removeAfterSeconds }: Build,
  signal: AbortSignal,
): Promise<MobileApp> {
  const file = resolve(workspace, path);
  const { app, wasThere } = await uploadApp(client, {
    projectId,
    filename: basename(file),
    size: await sizeOf(file, path),
    sha256: await digest(file, signal),
    open: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
    removeAfter: removeAfterSeconds,
    onProgress: everyQuarter((percent) => runner.say(`Uploading ${path}: ${percent} %`)),
    signal,
  });
  const version = [app.appVersion, app.buildVersion && `(${app.buildVersion})`].filter(Boolean).join(' ');
  const how = wasThere ? 'is there already, with the same content' : 'is uploaded';
  runner.say(`${app.bundleId ?? app.filename} ${version} ${how}: ${app.id}`);
  return app;
}

async function sizeOf(file: string, path: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new InputError(`app-path: there is no file "${path}"`);
  if (found.isDirectory()) {
    throw new InputError(
      `app-path: "${path}" is a folder; pack it first, such as: ditto -c -k --keepParent MyApp.app MyApp.app.zip`,
    );
  }
  return found.size;
}

async function digest(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}

function everyQuarter(report: (percent: number) => void) {
  let reported = 0;
  return ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    const quarter = Math.floor((4 * sentBytes) / totalBytes);
    if (quarter > reported) report(quarter * 25);
    reported = quarter;
  };
}
