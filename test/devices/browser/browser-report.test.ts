import { describe, expect, it } from 'vitest';
import { ExecutionFailure } from '../../../src/devices/device.ts';
import { examineBrowser } from '../../../src/devices/web/browser-report.ts';
import type { FoundBrowser } from '../../../src/devices/web/find-browser.ts';
import type { BrowserProgram } from '../../../src/devices/web/launch.ts';
import { browserPath } from '../../support/browser.ts';
import { fakeProgram, isRunning, watchedProgram } from './programs.ts';

const isRoot = process.getuid?.() === 0;
const why = browserPath === null ? ' (skipped: no browser on this machine)' : '';

function found(program: BrowserProgram): FoundBrowser {
  return { source: 'installed', describe: 'a browser (installed)', program: () => Promise.resolve(program) };
}

describe('the report on the browser', () => {
  it.skipIf(browserPath === null)(`has started it, names its version, and has ended it${why}`, async () => {
    const watched = await watchedProgram();
    const report = await examineBrowser(found(watched.program), { sandbox: false });
    expect(report).toEqual({
      ok: true,
      found: 'a browser (installed)',
      version: expect.stringMatching(/^\d+\./),
      sandbox: 'off (setting)',
      advice: [expect.stringContaining('GANTRY_BROWSER_SANDBOX=off')],
    });
    const [pid = 0] = await watched.pids();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await watched.leftovers()).toEqual([]);
  });

  it.skipIf(!isRoot || browserPath === null)(
    'says that root has no sandbox (needs root and a browser)',
    async () => {
      const { program } = await watchedProgram();
      expect(await examineBrowser(found(program), { sandbox: true })).toMatchObject({
        ok: true,
        sandbox: 'off (root)',
        advice: [expect.stringContaining('ordinary user')],
      });
    },
  );

  it.skipIf(isRoot || browserPath === null)(
    'says whether an ordinary user has the sandbox (root has none; needs a browser)',
    async () => {
      const { program } = await watchedProgram();
      const { ok, sandbox } = await examineBrowser(found(program), { sandbox: true });
      expect(sandbox).toBe(ok ? 'on' : 'refused by the kernel');
    },
  );

  it('says what to do where the kernel refuses the sandbox', async () => {
    const program = await fakeProgram('echo "No usable sandbox!" >&2; exit 1');
    const report = await examineBrowser(found(program), { sandbox: true });
    expect(report).toMatchObject({ ok: false, version: null, sandbox: 'refused by the kernel' });
    expect(report.advice.join(' ')).toContain('GANTRY_BROWSER_SANDBOX=off');
  });

  it('says what is wrong with one that does not start, does not answer or can’t be unpacked', async () => {
    const broken = await fakeProgram('echo "bad luck" >&2; exit 1');
    expect(await examineBrowser(found(broken), { sandbox: false })).toMatchObject({
      ok: false,
      advice: [expect.stringContaining('bad luck'), expect.stringContaining('GANTRY_BROWSER_PATH')],
    });
    const program = () => Promise.reject(new ExecutionFailure('NO_BROWSER', 'The disk is full.'));
    expect(await examineBrowser({ ...found(broken), program }, { sandbox: false })).toMatchObject({
      ok: false,
      advice: ['The disk is full.', expect.anything()],
    });
  });

  it('says what to do where there is none', async () => {
    const report = await examineBrowser(null, { sandbox: true });
    expect(report).toMatchObject({ ok: false, found: null, version: null });
    expect(report.advice.join(' ')).toContain('Install Chrome or Chromium');
  });
});
