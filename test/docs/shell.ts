import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

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
