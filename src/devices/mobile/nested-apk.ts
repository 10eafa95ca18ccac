import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as yauzl from 'yauzl';
import { ExecutionFailure } from '../device.ts';

const maxEntries = 200_000;
const maxApkBytes = 4 * 1024 ** 3;

/** `something.apk` at the root or one folder down. */
const apkName = /^(?!__MACOSX\/)(?:[^/]+\/)?[^/.][^/]*\.apk$/i;

/** What a file named `.zip` is to a phone: an APK itself, the wrapping of one, or the zip of an app folder. */
export type ZipContent = { kind: 'apk' } | { kind: 'wrapped-apk'; entry: yauzl.Entry } | { kind: 'app' };

/** Android's driver opens no zip around an APK; iOS's opens the zip of an app by itself. */
export async function unwrapApk(
  path: string,
  target: string,
  signal: AbortSignal,
): Promise<'.apk' | '.zip' | 'unwrapped'> {
  const zip = await openZip(path);
  try {
    const content = await contentOf(zip);
    if (content.kind !== 'wrapped-apk') return content.kind === 'apk' ? '.apk' : '.zip';
    if (content.entry.uncompressedSize > maxApkBytes) throw unreadable('the APK in it is larger than 4 GiB');
    const inner = await zip.openReadStreamPromise(content.entry);
    await pipeline(inner, createWriteStream(target, { flags: 'wx', mode: 0o644 }), { signal });
    return 'unwrapped';
  } catch (error) {
    if (error instanceof ExecutionFailure || signal.aborted) throw error;
    throw unreadable('it is damaged or cut off', error);
  } finally {
    zip.close();
  }
}

async function contentOf(zip: yauzl.ZipFile): Promise<ZipContent> {
  let wrapped: yauzl.Entry | null = null;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > maxEntries) throw unreadable(`it holds more than ${maxEntries} entries`);
    if (entry.fileName === 'AndroidManifest.xml') return { kind: 'apk' };
    if (/^[^/]+\.app\//i.test(entry.fileName)) return { kind: 'app' };
    if (apkName.test(entry.fileName)) wrapped ??= entry;
  }
  return wrapped === null ? { kind: 'app' } : { kind: 'wrapped-apk', entry: wrapped };
}

async function openZip(path: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false });
  } catch (error) {
    throw unreadable('it is no zip, or damaged', error);
  }
}

function unreadable(what: string, cause?: unknown): ExecutionFailure {
  return new ExecutionFailure('APP_NOT_INSTALLED', `The app's archive can't be read: ${what}.`, { cause });
}
