import { createWriteStream, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { UsageError } from '../errors.ts';

interface ZippedFolder {
  path: string;
  files: number;
}

/**
 * Zips a folder into a temporary file that is gone afterwards, whatever happens. The same content gives the same bytes
 * wherever and whenever it is zipped: names are sorted, times fixed, modes and symbolic links kept.
 */
export async function zipFolder<Result>(
  folder: string,
  signal: AbortSignal,
  use: (zip: ZippedFolder) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'gantry-zip-'));
  // A second Ctrl-C does not wait for anything.
  const removeAtExit = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    const path = join(scratch, `${basename(folder)}.zip`);
    return await use({ path, files: await writeZip(folder, path, signal) });
  } finally {
    await rm(scratch, { recursive: true, force: true });
    process.off('exit', removeAtExit);
  }
}

/** Its own permissions mean nothing, and systems differ in them. */
const linkMode = 0o120777;

/** In local time, as the format writes it: in every time zone the same bytes. */
function fixedTime() {
  return { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };
}

async function writeZip(folder: string, path: string, signal: AbortSignal): Promise<number> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal });
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject));
  // They may fail while names are still gathered, and are asked for afterwards.
  for (const outcome of [written, failed]) outcome.catch(() => undefined);
  const files = await addFolder(zip, folder, basename(folder), signal);
  if (files === 0) throw new UsageError(`${folder} has no files in it.`);
  zip.end();
  await Promise.race([written, failed]);
  return files;
}

/** Returns the number of files. Sorted by code units, which no locale changes. */
async function addFolder(zip: ZipFile, folder: string, name: string, signal: AbortSignal): Promise<number> {
  const { mode } = await lstat(folder);
  zip.addEmptyDirectory(`${name}/`, { ...fixedTime(), mode });
  let files = 0;
  for (const entry of (await readdir(folder)).sort()) {
    signal.throwIfAborted();
    const path = join(folder, entry);
    const inside = `${name}/${entry}`;
    const found = await lstat(path);
    if (found.isDirectory()) {
      files += await addFolder(zip, path, inside, signal);
      continue;
    }
    if (found.isSymbolicLink()) {
      zip.addBuffer(Buffer.from(await readlink(path)), inside, {
        ...fixedTime(),
        mode: linkMode,
        compress: false,
      });
    } else if (found.isFile()) zip.addFile(path, inside, { ...fixedTime(), mode: found.mode });
    else throw new UsageError(`${path} is neither a file, a folder nor a symbolic link.`);
    files += 1;
  }
  return files;
}
