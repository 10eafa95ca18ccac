import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a folder hold these files and no others. One that holds them already stays as it is: a service may be using it. */
export async function replaceFolder(parent, name, files) {
  const folder = join(parent, name);
  if (await holds(folder, files)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [file, content] of files) await writeFile(join(folder, file), content);
}

async function holds(folder, files) {
  const names = await readdir(folder).catch(() => []);
  if (names.length !== files.size) return false;
  for (const name of names) {
    const content = files.get(name);
    if (content === undefined || !Buffer.from(content).equals(await readFile(join(folder, name))))
      return false;
  }
  return true;
}
