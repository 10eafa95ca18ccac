import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { unknownVariables } from '../../src/kernel/settings.ts';
import { loadConfig, settings } from '../../src/service/config.ts';
import { createTestFolder } from '../support/service.js';

const run = promisify(execFile);
const unit = await readFile(new URL('../../deploy/gantry.service', import.meta.url), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const whyNot = hasSystemd ? '' : ' (skipped: there is no systemd-analyze)';

describe('deploy/gantry.service', () => {
  it('sets nothing that is no setting, and keeps its data where the unit may write', () => {
    const environment = Object.fromEntries(
      valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
    );
    expect(unknownVariables(settings, environment)).toEqual([]);
    const { dataDir } = loadConfig({}, environment);
    expect(valuesOf('StateDirectory').map((name) => `/var/lib/${name}`)).toEqual([dataDir]);
  });

  it('gives a stopping service longer than its grace time', () => {
    const [limit = ''] = valuesOf('TimeoutStopSec');
    const ownStopsSeconds = 15;
    expect(Number(limit.replace(/s$/, ''))).toBeGreaterThan(
      settings.shutdownGraceSeconds.fallback + ownStopsSeconds,
    );
  });

  it('does not run as root, and does not try again what faults of the settings ended', () => {
    expect(valuesOf('User')).toEqual(['gantry']);
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['2']);
  });

  it('leaves what JavaScript and the sandbox of the browser need', () => {
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
    expect(valuesOf('RestrictNamespaces')).toEqual(['user pid net']);
    expect(valuesOf('SystemCallFilter').join(' ').split(' ')).toEqual(
      expect.arrayContaining(['@system-service', 'chroot', 'seccomp']),
    );
  });

  it.skipIf(!hasSystemd)(`is understood by systemd, which finds little exposed${whyNot}`, async () => {
    const path = join(await createTestFolder(), 'gantry.service');
    await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
    expect(await run('systemd-analyze', ['verify', path])).toEqual({ stdout: '', stderr: '' });
    const exposure = ['security', '--offline=true', '--no-pager', '--threshold=30', path];
    expect((await run('systemd-analyze', exposure)).stdout).toContain('Overall exposure level');
  });
});

function valuesOf(key: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));
}
