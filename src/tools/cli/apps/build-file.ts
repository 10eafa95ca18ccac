import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Content } from '../../../client/index.ts';
import { UsageError } from '../errors.ts';
import type { Printer } from '../printer.ts';
import { counted } from '../terminal/format.ts';
import { reportProgress } from '../terminal/progress.ts';
import { clean } from '../terminal/text.ts';

/** A build on this machine, ready to be sent. */
interface BuildFile {
  filename: string;
  size: number;
  sha256: string;
  open(): Content;
}

const suffixes = ['.app.zip', '.app.tar.gz', '.zip', '.tgz', '.apk', '.ipa'];

/** Hands over a file, or a folder `MyApp.app` as a zip file that is gone afterwards. */
export async function withBuildFile<Result>(
  path: string,
  { printer, signal }: { printer: Printer; signal: AbortSignal },
  use: (build: BuildFile) => Promise<Result>,
): Promise<Result> {
  const found = await stat(path);
  const name = basename(resolve(path));
  if (found.isDirectory()) {
    if (!/.\.app$/i.test(name))
      throw new UsageError(`${path} is a folder. Only a folder that ends in .app is zipped.`);
    printer.note(`Zipping ${clean(name)} …`);
    const { zipFolder } = await import('./zip-folder.ts');
    return zipFolder(resolve(path), signal, async (zip) => {
      printer.note(`${counted(zip.files, 'file')} in ${clean(basename(zip.path))}`);
      return use(await readBuild(zip.path, printer, signal));
    });
  }
  if (!suffixes.some((suffix) => name.toLowerCase().endsWith(suffix))) {
    throw new UsageError(`${path} must end in ${suffixes.join(', ')}, or be a folder that ends in .app.`);
  }
  return use(await readBuild(path, printer, signal));
}

async function readBuild(path: string, printer: Printer, signal: AbortSignal): Promise<BuildFile> {
  const { size } = await stat(path);
  if (size === 0) throw new UsageError(`${path} is empty.`);
  const filename = basename(resolve(path));
  const progress = reportProgress(printer, `Reading ${filename}`, size);
  const sha256 = await sha256Of(path, signal, progress.update);
  progress.end();
  return { filename, size, sha256, open: () => contentOf(path) };
}

export async function sha256Of(
  path: string,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void = () => undefined,
): Promise<string> {
  const hash = createHash('sha256');
  let readBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes, signal })) {
    hash.update(chunk);
    readBytes += chunk.length;
    onProgress(readBytes);
  }
  return hash.digest('hex');
}

const chunkBytes = 256 * 1024;

export function contentOf(path: string): Content {
  return ReadableStream.from(createReadStream(path, { highWaterMark: chunkBytes }));
}
