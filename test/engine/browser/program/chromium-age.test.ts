import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findNpmChromium } from '../../../../src/engine/browser/program/npm-chromium.ts';
import { startNpmRegistry } from '../../../support/npm-registry.js';

const source = await findNpmChromium();
const major = Number.parseInt(source?.version ?? '', 10);

describe.runIf(source !== null)('the script that looks at the age of the Chromium from npm', () => {
  it('is content up to two major versions behind the newest that npm has', async () => {
    for (const newest of [`${major - 1}.0.0`, `${source?.version}`, `${major + 2}.9.9`])
      expect(await scriptAgainst(await startNpmRegistry(newest))).toMatchObject({
        code: 0,
        out: expect.stringContaining(newest),
      });
  });

  it('fails beyond, and says how far and what to do', async () => {
    const { code, err } = await scriptAgainst(await startNpmRegistry(`${major + 3}.0.0`));
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`3 major versions older .* \\(${major + 3}\\.0\\.0\\): update Gantry`));
  });

  it('says that it does not know where the registry does not answer with a version', async () => {
    for (const version of [null, 'no-version'])
      expect(await scriptAgainst(await startNpmRegistry(version))).toEqual({
        code: 2,
        out: '',
        err: 'npm did not say which version is the newest.\n',
      });
  });
});

async function scriptAgainst(registry: string) {
  const child = spawn(process.execPath, ['scripts/chromium-age.mjs'], {
    env: { PATH: process.env.PATH, npm_config_registry: registry },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
