import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder, type TestService } from '../../support/service.js';

export interface Done {
  code: number;
  out: string;
  err: string;
}

/** The command line as a machine gets it that has Node and nothing else of Gantry. */
export async function fetchTool(service: TestService, change = (text: string) => text): Promise<string> {
  const response = await fetch(`${service.url}/gantry.mjs`);
  const file = join(await createTestFolder(), 'gantry.mjs');
  await writeFile(file, change(await response.text()));
  return file;
}

export function run(
  file: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Done> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      [...args],
      { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, XDG_CONFIG_HOME: cwd, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
