import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { launchBrowser } from '../../../../src/engine/browser/program/launch.ts';
import { browserPath } from '../../../support/browser.ts';
import { fakeProgram, isRunning, tempFolder, watchedProgram, watchTemporaryFolder } from './programs.ts';

const why = browserPath === null ? ' (skipped: no browser on this machine)' : '';

describe.skipIf(browserPath === null)(`a started browser${why}`, () => {
  it('knows nothing of the service’s environment, and leaves no process and no folder behind', async () => {
    vi.stubEnv('GANTRY_SECRET_KEY', 'never to be seen');
    onTestFinished(() => void vi.unstubAllEnvs());
    const watched = await watchedProgram();
    const folder = await tempFolder();
    const browser = await launchBrowser({ ...watched.program, folder, sandbox: false });
    const variables = (await watched.environment()).split('\n').map((line) => line.split('=')[0]);
    const known = ['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR', 'TZ', 'XDG_CONFIG_HOME', 'OLDPWD', '_', 'SHLVL'];
    const own = Object.keys(watched.program.env);
    expect(variables.filter((name) => name && ![...known, ...own].includes(name))).toEqual([]);
    const [pid = 0] = await watched.pids();
    expect(isRunning(pid)).toBe(true);
    await browser.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await watched.leftovers()).toEqual([]);
  });
});

describe('the arguments of a browser', () => {
  async function argumentsGiven(sandbox: boolean): Promise<string[]> {
    const file = join(await tempFolder(), 'arguments');
    const program = await fakeProgram(`printf '%s\\n' "$@" > '${file}'; exit 1`);
    await expect(launchBrowser({ ...program, folder: await tempFolder(), sandbox })).rejects.toMatchObject({
      code: 'NO_BROWSER',
    });
    return (await readFile(file, 'utf8')).trim().split('\n');
  }

  it('turn every feature off that Playwright turns off, and more', async () => {
    const [playwrights, ours, ...others] = (await argumentsGiven(false))
      .filter((argument) => argument.startsWith('--disable-features='))
      .map((argument) => argument.split('=')[1]?.split(',') ?? []);
    expect(others).toEqual([]);
    expect(ours).toEqual(expect.arrayContaining(playwrights ?? []));
    expect(ours).toContain('AutofillServerCommunication');
  });

  it('turn the sandbox off only where that is asked for', async () => {
    expect(await argumentsGiven(false)).toContain('--no-sandbox');
    expect(await argumentsGiven(true)).not.toContain('--no-sandbox');
  });
});

describe('a browser that can’t be started', () => {
  it('for want of the kernel’s consent names the setting that does without', async () => {
    const program = await fakeProgram(
      'echo "[1:1:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! Update your kernel" >&2; exit 1',
    );
    await expect(
      launchBrowser({ ...program, folder: await tempFolder(), sandbox: true }),
    ).rejects.toMatchObject({
      name: 'ExecutionFailure',
      code: 'NO_BROWSER',
      message: expect.stringContaining('GANTRY_BROWSER_SANDBOX=off'),
    });
  });

  it.each([
    [
      'a library',
      'echo "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127',
      'it needs the library libnss3.so, which is not installed.',
    ],
    ['an explanation', 'exit 3', 'it ended at once.'],
    [
      'a display',
      'echo "first" >&2; echo "cannot open display" >&2; exit 1',
      'it ended and said "cannot open display".',
    ],
  ])('for want of %s says so', async (_what, script, reason) => {
    const program = await fakeProgram(script);
    await expect(
      launchBrowser({ ...program, folder: await tempFolder(), sandbox: false }),
    ).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: `The browser ${program.executablePath} could not be started: ${reason}`,
    });
  });

  it('because it says nothing is given up in time', async () => {
    const leftovers = await watchTemporaryFolder();
    const folder = await tempFolder();
    const program = await fakeProgram(`echo $$ > '${folder}/pid'; exec sleep 600`);
    await expect(
      launchBrowser({ ...program, folder: await tempFolder(), sandbox: false, timeoutMs: 500 }),
    ).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: expect.stringContaining('it did not answer in time.'),
    });
    // It may only now come to its first line. Playwright kills it half a minute later, or when the process ends.
    const pid = () => readFile(join(folder, 'pid'), 'utf8').catch(() => '');
    await expect.poll(pid).toMatch(/^\d+\n/);
    process.kill(Number(await pid()), 'SIGKILL');
    await expect.poll(leftovers).toEqual([]);
  });

  it('because it is not there, or is no program, says so and leaves nothing', async () => {
    const leftovers = await watchTemporaryFolder();
    const folder = await tempFolder();
    const missing = { executablePath: join(folder, 'none'), args: [], env: {} };
    await expect(
      launchBrowser({ ...missing, folder: await tempFolder(), sandbox: false }),
    ).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: expect.stringContaining('the program does not exist.'),
    });
    await writeFile(missing.executablePath, 'text');
    await chmod(missing.executablePath, 0o644);
    await expect(
      launchBrowser({ ...missing, folder: await tempFolder(), sandbox: false }),
    ).rejects.toMatchObject({
      code: 'NO_BROWSER',
      message: expect.stringContaining('the program may not be executed.'),
    });
    expect(await leftovers()).toEqual([]);
  });
});
