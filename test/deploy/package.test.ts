import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>;
}

describe('the npm package', () => {
  it('brings the versions that were tested, so that overrides hold where it is installed', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    const [{ files }] = JSON.parse(stdout);
    const packed: string[] = files.map(({ path }: { path: string }) => path);
    expect(packed).toEqual(
      expect.arrayContaining([
        'npm-shrinkwrap.json',
        'dist/main.js',
        'docs/steps.md',
        'migrations/0001-uploads.sql',
      ]),
    );
    const read = async (name: string) =>
      JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'));
    const manifest = await read('package.json');
    const lock: Lock = await read('npm-shrinkwrap.json');
    expect(lock.packages['']).toMatchObject({
      version: manifest.version,
      dependencies: manifest.dependencies,
    });
    for (const [name, version] of Object.entries(manifest.overrides)) {
      const found = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect([name, found.map(([, { version }]) => version)]).toEqual([name, [version]]);
    }
  });

  it('names no registry in it, and a checksum for each package', async () => {
    const text = await readFile(new URL('../../npm-shrinkwrap.json', import.meta.url), 'utf8');
    const { packages }: Lock = JSON.parse(text);
    const others = Object.entries(packages).filter(([path]) => path !== '');
    expect(others.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(others.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  });
});
