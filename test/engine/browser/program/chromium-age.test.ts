import { describe, expect, it } from 'vitest';
import { findNpmChromium } from '../../../../src/engine/browser/program/npm-chromium.ts';
import { startNpmRegistry } from '../../../support/npm-registry.js';
import { scriptAgainst } from './chromium-age.ts';

const source = await findNpmChromium();
const major = Number.parseInt(source?.version ?? '', 10);

describe.runIf(source !== null)('the script that looks at the age of the Chromium from npm', () => {
  it('fails beyond, and says how far and what to do', async () => {
    const { code, err } = await scriptAgainst(await startNpmRegistry(`${major + 3}.0.0`));
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`3 major versions older .* \\(${major + 3}\\.0\\.0\\): update Gantry`));
  });
});
