import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserProgram } from './browser.ts';
import { createTestFolder } from './service.ts';

const source = fileURLToPath(new URL('forgetful-browser.mjs', import.meta.url));

/** A program for `GANTRY_BROWSER_PATH`: the real browser, which answers only every so many requests for a picture; 0: none. */
export async function forgetfulBrowser(keepEvery: number): Promise<string> {
  if (browserProgram === null) throw new Error('There is no browser on this machine.');
  const { executablePath, args, env } = browserProgram;
  const folder = await createTestFolder();
  // Beside the program: whoever the browser runs as may not read the folder of this project.
  const relay = join(folder, 'relay.mjs');
  await copyFile(source, relay);
  await chmod(relay, 0o644);
  const program = join(folder, 'browser');
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const command = [process.execPath, relay, executablePath, String(keepEvery), ...args].map(quoted).join(' ');
  await writeFile(program, `#!/bin/sh\n${settings.join('')}exec ${command} "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
