import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, syncFolder } from '../../../kernel/durable-file.ts';
import { requireTrusted } from './access.ts';
import { linkLibraries } from './library-links.ts';
import { withWorkFolder } from './work-folder.ts';

/** Copies the package's binaries below `runtimeDir`, once per version, whole or not at all; returns the copy. */
export async function installRuntime(packageDir: string, runtimeDir: string): Promise<string> {
  const ownUid = process.getuid?.() ?? 0;
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  const name = `${version}-${process.platform}-${process.arch}`;
  const installed = join(runtimeDir, name);
  const native = join(installed, 'native');
  if (!(await isFolder(native))) {
    await withWorkFolder(runtimeDir, `.${name}.`, async (work) => {
      const draft = join(work, name);
      await mkdir(draft);
      await chmod(draft, 0o755);
      await copyTree(join(packageDir, 'native'), join(draft, 'native'), ownUid);
      await linkLibraries(draft);
      await rename(draft, installed).catch(ignoreLostRace);
    });
    await syncFolder(runtimeDir);
  }
  for (const folder of [installed, native, join(native, 'bin')]) await requireTrusted(folder);
  return native;
}

async function copyTree(from: string, to: string, ownUid: number): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  const files: Promise<void>[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (isForBuilding(entry.name)) continue;
    if (entry.isDirectory()) await copyTree(source, target, ownUid);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) files.push(copyProgram(source, target, ownUid));
  }
  await Promise.all(files);
}

/** Headers and static libraries: only a compiler needs them. */
function isForBuilding(name: string): boolean {
  return name.endsWith('.a') || ['include', 'pkgconfig', 'pgxs'].includes(name);
}

async function copyProgram(source: string, target: string, ownUid: number): Promise<void> {
  const found = await lstat(source);
  const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755;
  // A link shares owner and mode with the source, so only a file that is right already may be linked.
  if (found.uid === ownUid && (found.mode & 0o7777) === mode) {
    const linked = await link(source, target).then(
      () => true,
      () => false,
    );
    if (linked) return;
  }
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, mode);
  // The rename below must not outlive the bytes: a half-written copy would be taken for a whole one for ever.
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function ignoreLostRace(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
}
