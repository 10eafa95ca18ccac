import { describe, expect, it } from 'vitest';
import { findNpmChromium } from '../../../../src/engine/browser/program/npm-chromium.ts';
import { startNpmRegistry } from '../../../support/npm-registry.js';
import { scriptAgainst } from './chromium-age.ts';

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

  it('says that it does not know where the registry does not answer with a version', async () => {
    for (const version of [null, 'no-version'])
      expect(await scriptAgainst(await startNpmRegistry(version))).toEqual({
        code: 2,
        out: '',
        err: 'npm did not say which version is the newest.\n',
      });
  });
});
