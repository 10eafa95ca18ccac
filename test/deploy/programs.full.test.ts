import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../support/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const secrets = Object.fromEntries(
  ['GANTRY_SECRET_KEY', 'POSTGRES_PASSWORD', 'S3_SECRET_KEY', 'GANTRY_ADMIN_KEY'].map((name) => [
    name,
    'secret',
  ]),
);

/** Each by the program that reads it in earnest, on machines that have that program. */
describe('deploy/ is understood by', () => {
  it.skipIf(!works('docker', 'info'))('docker build', () => {
    expectSuccess('docker', 'build', '--file', 'deploy/Dockerfile', '.');
  });

  it.skipIf(!works('docker', 'compose', 'version'))('docker compose', () => {
    expectSuccess('docker', 'compose', '--file', 'deploy/compose.yaml', 'config', '--quiet');
  });

  it.skipIf(!works('kubeconform', '-v'))('kubeconform', () => {
    const others = ['-skip', 'Kustomization,ScaledObject'];
    expectSuccess('kubeconform', '-strict', ...others, 'deploy/kubernetes');
  });

  it.skipIf(!works('systemd-analyze', '--version'))('systemd, which finds little exposed', async () => {
    const path = join(await createTestFolder(), 'gantry.service');
    const unit = await readFile(join(root, 'deploy/gantry.service'), 'utf8');
    await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
    expectSuccess('systemd-analyze', 'verify', path);
    expectSuccess('systemd-analyze', 'security', '--offline=true', '--no-pager', '--threshold=30', path);
  });
});

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

function expectSuccess(program: string, ...args: string[]): void {
  const env = { ...process.env, ...secrets };
  const { status, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
}
