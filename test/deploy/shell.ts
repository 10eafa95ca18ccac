import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The blocks of code of one language in a page, in order. */
export async function blocksOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , block = '']) => block);
}

export async function shell(
  script: string,
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<{ code: number; out: string; err: string }> {
  return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  );
}

/** Those of the programs that this machine lacks. */
export function missingPrograms(...names: string[]): string[] {
  return names.filter((name) => spawnSync(name, [versionFlags[name] ?? '--version']).error !== undefined);
}

const versionFlags: Record<string, string> = { go: 'version', openssl: 'version' };
