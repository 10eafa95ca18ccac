import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuiltGantry as runGantry } from '../../support/process.js';
import { adminKey, createTestFolder, eventually } from '../../support/service.js';

describe('the program', () => {
  it('does not call its own variables misspelt settings of the service', async () => {
    const settings = {
      GANTRY_URL: 'http://x.test',
      GANTRY_API_KEY: adminKey,
      GANTRY_PROJECT: 'x',
      GANTRY_PORTT: '1',
      GANTRY_FOO: '1',
    };
    const dataDir = join(await createTestFolder(), 'data');
    const refused = runGantry(
      ['serve', '--database-url', 'postgres://127.0.0.1:1/x', '--port', '0', '--data-dir', dataDir],
      settings,
    );
    await eventually(async () => expect(refused.err()).toContain('GANTRY_PORTT'));
    refused.child.kill('SIGTERM');
    await refused.exited;
    expect(refused.err()).not.toMatch(/"variable":"GANTRY_(URL|API_KEY|PROJECT)"[^\n]*no such setting/);
    expect(refused.err()).toMatch(/"variable":"GANTRY_PORTT"[^\n]*did you mean GANTRY_PORT\?/);
    expect(refused.err()).toMatch(/"variable":"GANTRY_FOO"[^\n]*no such setting; see gantry serve --help/);
    expect(refused.err()).toContain('name its admin key with GANTRY_ADMIN_KEY');
    expect(refused.err()).not.toContain(adminKey.slice(9));
  });
});
