import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type * as yauzl from 'yauzl';
import { ExecutionFailure } from '../report.ts';
import { nameOf, openZip, unreadable } from './zip-entries.ts';

const maxEntries = 200_000;
const maxApkBytes = 4 * 1024 ** 3;

/** `something.apk` at the root or one folder down. */
const apkName = /^(?!__MACOSX\/)(?:[^/]+\/)?[^/.][^/]*\.apk$/i;

/** Takes the APK out of a zip around it, which Android's driver does not open. False where the zip is an APK itself. */
export async function unwrapApk(path: string, target: string, signal: AbortSignal): Promise<boolean> {
  const zip = await openZip(path);
  try {
    const wrapped = await findWrapped(zip);
    if (wrapped === null) return false;
    if (wrapped.uncompressedSize > maxApkBytes) throw unreadable('the APK in it is larger than 4 GiB');
    const inner = await zip.openReadStreamPromise(wrapped);
    await pipeline(inner, createWriteStream(target, { flags: 'wx', mode: 0o644 }), { signal });
    return true;
  } catch (error) {
    if (error instanceof ExecutionFailure || signal.aborted) throw error;
    throw unreadable('it is damaged or cut off', error);
  } finally {
    zip.close();
  }
}

/** Null for an APK, which may carry others among its assets. */
async function findWrapped(zip: yauzl.ZipFile): Promise<yauzl.Entry | null> {
  let wrapped: yauzl.Entry | null = null;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > maxEntries) throw unreadable(`it holds more than ${maxEntries} entries`);
    const name = nameOf(entry);
    if (name === 'AndroidManifest.xml') return null;
    if (apkName.test(name)) wrapped ??= entry;
  }
  if (wrapped === null) throw unreadable('there is no APK in it');
  return wrapped;
}
