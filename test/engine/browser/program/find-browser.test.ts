import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../../../src/engine/browser/program/find-browser.ts';
import { tempFolder } from './programs.ts';

const nothing = {
  headlessShells: [],
  searchPath: '',
  usualPlaces: [],
  cacheDir: '/nowhere',
  platform: 'linux',
  arch: 'arm64',
} as const;

async function programs(...names: string[]): Promise<string> {
  const folder = await tempFolder();
  for (const name of names) await writeFile(join(folder, name), '', { mode: 0o755 });
  return folder;
}

describe('the browser that is found', () => {
  it('is the one that the operator names, before any other', async () => {
    const folder = await programs('own', 'chromium');
    const found = await findBrowser({ ...nothing, path: join(folder, 'own'), searchPath: folder });
    expect(found).toMatchObject({ source: 'setting', describe: `${folder}/own (GANTRY_BROWSER_PATH)` });
    expect(await found?.program()).toEqual({ executablePath: join(folder, 'own'), args: [], env: {} });
  });

  it('is no other one where the operator’s can’t be used', async () => {
    const folder = await programs('chromium');
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'text'), '', { mode: 0o644 });
    for (const [name, fault] of [
      ['none', 'does not exist'],
      ['folder', 'is no file'],
      ['text', 'may not be executed'],
    ]) {
      const path = join(folder, `${name}`);
      await expect(findBrowser({ ...nothing, path, searchPath: folder })).rejects.toMatchObject({
        name: 'StartupError',
        message: `GANTRY_BROWSER_PATH names ${path}, which ${fault}: name the program file of a Chrome or Chromium, or leave it out.`,
      });
    }
  });

  it('is an installed one: a headless shell before Chrome, Chrome before Chromium, the path before the usual places', async () => {
    const first = await programs('chromium');
    const second = await programs('google-chrome', 'chromium');
    const third = await programs('chromium-headless-shell');
    const headlessShells = [join(third, 'none'), join(third, 'chromium-headless-shell')];
    const found = (search: object) =>
      findBrowser({ ...nothing, ...search }).then((browser) => browser?.describe);
    expect(await found({ searchPath: `relative:${first}:${second}` })).toBe(
      `${second}/google-chrome (installed)`,
    );
    expect(await found({ searchPath: `${first}:${second}`, headlessShells })).toBe(
      `${third}/chromium-headless-shell (installed)`,
    );
    expect(await found({ searchPath: first, usualPlaces: [join(second, 'google-chrome')] })).toBe(
      `${first}/chromium (installed)`,
    );
    expect(await found({ usualPlaces: [join(first, 'none'), join(second, 'google-chrome')] })).toBe(
      `${second}/google-chrome (installed)`,
    );
  });

  it('comes from npm where nothing is installed, on Linux on x64 only', async () => {
    const found = await findBrowser({ ...nothing, arch: 'x64' });
    expect(found).toMatchObject({ source: 'npm' });
    expect(found?.describe).toMatch(/^Chromium [\d.]+ from npm, unpacked below \/nowhere$/);
    expect(await findBrowser(nothing)).toBeNull();
    expect(await findBrowser({ ...nothing, platform: 'darwin', arch: 'x64' })).toBeNull();
  });
});
