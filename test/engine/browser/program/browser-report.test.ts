import { describe, expect, it } from 'vitest';
import { type Examination, examineBrowser } from '../../../../src/engine/browser/program/browser-report.ts';
import type { FoundBrowser } from '../../../../src/engine/browser/program/find-browser.ts';
import { ExecutionFailure } from '../../../../src/engine/report.ts';

const program = { executablePath: '/opt/browser', args: [], env: {} };
const browser: FoundBrowser = {
  source: 'installed',
  describe: 'a browser (installed)',
  program: () => Promise.resolve(program),
};

function examination(options: Partial<Examination> & { isSandboxed?: boolean }): Examination {
  const { isSandboxed = true } = options;
  return {
    sandbox: 'on',
    isPersonal: true,
    start: async () => ({ version: '150.0', isSandboxed }),
    ...options,
  };
}

describe('the report on the browser', () => {
  it('names its version, and whether it has its sandbox', async () => {
    expect(await examineBrowser(browser, examination({}))).toEqual({
      ok: true,
      found: 'a browser (installed)',
      version: '150.0',
      sandbox: 'on',
      advice: [],
    });
    const without = await examineBrowser(browser, examination({ sandbox: 'off', isSandboxed: false }));
    expect(without).toMatchObject({
      ok: true,
      sandbox: 'off (setting)',
      advice: [expect.stringContaining('GANTRY_BROWSER_SANDBOX=off')],
    });
  });

  it('says what to do where the kernel refuses the sandbox, which only one person may do without', async () => {
    for (const isPersonal of [true, false]) {
      const report = await examineBrowser(browser, examination({ isPersonal, isSandboxed: false }));
      expect(report).toMatchObject({ ok: isPersonal, sandbox: 'refused by the kernel' });
      expect(report.advice.join(' ')).toContain('GANTRY_BROWSER_SANDBOX=off');
    }
  });

  it('says what is wrong with one that does not start or can’t be unpacked', async () => {
    const failing = (message: string) => () => Promise.reject(new ExecutionFailure('NO_BROWSER', message));
    expect(await examineBrowser(browser, examination({ start: failing('bad luck') }))).toMatchObject({
      ok: false,
      advice: ['bad luck', expect.stringContaining('GANTRY_BROWSER_PATH')],
    });
    const packed = { ...browser, program: failing('The disk is full.') };
    expect(await examineBrowser(packed, examination({}))).toMatchObject({
      ok: false,
      advice: ['The disk is full.', expect.anything()],
    });
  });

  it('says what to do where there is none', async () => {
    const report = await examineBrowser(null, examination({}));
    expect(report).toMatchObject({ ok: false, found: null, version: null });
    expect(report.advice.join(' ')).toContain('Install Chrome or Chromium');
  });
});
