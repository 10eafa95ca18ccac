import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserPath, browserProgram } from '../support/browser.ts';
import { createTestFolder, eventually } from '../support/service.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
/** Where the project can be shown at a second place, below a folder that only root may enter. */
const canHide = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
/** Where util-linux can give a program a terminal; other systems have another `script`. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
/** It takes half a minute where nothing else is going on. */
const patienceMs = 600_000;
const whyNot = browserPath === null ? ' (skipped: there is no browser)' : '';

describe.skipIf(browserPath === null)(`the demo${whyNot}`, { timeout: patienceMs }, () => {
  it('ends with the verdicts that it promises, verified results and a refused forgery, and leaves nothing behind', async () => {
    const demo = await startDemo(['--json'], {}, { isHidden: canHide });
    const { code, out, err } = await demo.ended;
    const summary = JSON.parse(out);
    expect({ code, err, surprises: summary.surprises }).toEqual({ code: 0, err: '', surprises: [] });

    expect(summary.app).toMatchObject({ platform: 'android', bundleId: 'io.appium.android.apis' });
    expect(summary.phone).toContain('pretended');
    expect(summary.batch).toMatchObject({ status: 'completed', result: 'FAILED' });
    expect(summary.tests).toMatchObject([
      { platform: 'web', result: 'PASS' },
      { platform: 'web', result: 'FAILED', issues: [{ actualBehavior: expect.stringContaining('$30.00') }] },
      { platform: 'android', result: 'PASS' },
    ]);
    expect(summary.links.trace).toMatch(/^http.*\.zip$/);
    expect(summary.junit).toEqual({ cases: 3, failures: 1 });
    expect(summary.deliveries).toHaveLength(3);
    expect(summary.forgery).toEqual({ status: 400 });
    expect(JSON.stringify(summary.tests)).not.toContain('wonderland');

    await demo.expectNothingLeft();
    for (const url of [summary.links.reference, summary.links.shop])
      await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it.skipIf(!hasTerminal)(
    'on a terminal, stays up with an address that signs a browser in and shows its results there, until Enter',
    async () => {
      const demo = await startDemo(['--no-phone'], {}, { isOnTerminal: true });
      await demo.printed('until you press Enter');
      const { out } = demo.soFar();
      const address = /http:\S+\/sign-in\?\S+#\w+/.exec(out)?.[0] ?? '';
      expect(await readPage(address, 'A coupon takes ten percent off')).toContain('c0ffee5');

      demo.pressEnter();
      expect(await demo.ended).toMatchObject({ code: 0 });
      await demo.expectNothingLeft();
    },
  );

  it('interrupted in the middle of a run, takes everything down and ends by that signal', async () => {
    const demo = await startDemo(['--no-phone']);
    await demo.printed('✓ Open /sign-in');
    expect(demo.processes()).not.toEqual([]);
    demo.interrupt();
    const { code, signal, out } = await demo.ended;
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
    expect(out).toContain('Nothing is left behind.');
    expect(widthOf(out)).toBeLessThanOrEqual(100);
    await demo.expectNothingLeft();
  });
});

describe('the demo where it can not be shown', () => {
  it('says what gantry doctor says, ends with 3 and leaves nothing behind', async () => {
    const demo = await startDemo([], { GANTRY_BROWSER_PATH: '/there/is/none' });
    const { code, out } = await demo.ended;
    expect(code).toBe(3);
    expect(out).toContain('GANTRY_BROWSER_PATH names /there/is/none, which does not exist');
    await demo.expectNothingLeft();
  });

  it('refuses an option that it does not know, with 2', async () => {
    const { code, err } = await (await startDemo(['--fast'])).ended;
    expect(code).toBe(2);
    expect(err).toContain('Usage: npm run demo');
  });
});

/** As in the home of root: its slots have given up their rights when they need the last of their code. */
async function commandBelowPrivateFolder(): Promise<string[]> {
  const folder = await createTestFolder();
  const hidden = join(folder, 'home', 'gantry');
  await mkdir(join(folder, 'home'), { mode: 0o700 });
  await mkdir(hidden);
  const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  const demo = [process.execPath, join(hidden, 'demo/main.mjs')];
  return ['unshare', '-m', 'sh', '-c', script, 'sh', checkout, hidden, ...demo];
}

/** The text of a page of the dashboard once it shows that. */
async function readPage(address: string, awaited: string): Promise<string> {
  const { executablePath = '', args = [], env = {} } = browserProgram ?? {};
  const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env: { ...env } });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByText(awaited).first().waitFor();
  return page.innerText('main');
}

/** All that it starts has this folder in its arguments, and writes only there. */
async function startDemo(
  args: string[],
  settings: Record<string, string> = {},
  { isHidden = false, isOnTerminal = false }: { isHidden?: boolean; isOnTerminal?: boolean } = {},
) {
  const folder = await createTestFolder();
  const program = isHidden
    ? await commandBelowPrivateFolder()
    : [process.execPath, join(checkout, 'demo/main.mjs')];
  const [command = '', ...given] = isOnTerminal ? onTerminal([...program, ...args]) : [...program, ...args];
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: folder, ...settings };
  const child = spawn(command, given, { env, stdio: 'pipe' });
  if (!isOnTerminal) child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const processes = () =>
    execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(folder));
  return {
    ended,
    processes,
    soFar: () => ({ out, err }),
    pressEnter: () => child.stdin.write('\n'),
    interrupt: () => child.kill('SIGINT'),
    printed: (text: string) =>
      new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => {
          if (out.includes(text)) resolve();
        });
        void ended.then(() => reject(new Error(`ended before it said ${text}:\n${out}${err}`)));
      }),
    async expectNothingLeft() {
      expect(await readdir(folder)).toEqual([]);
      // What was killed may take a moment to go.
      await eventually(async () => expect(processes()).toEqual([]));
    },
  };
}

function onTerminal(program: string[]): string[] {
  const quoted = program.map((part) => `'${part}'`).join(' ');
  return ['script', '--quiet', '--return', '--command', quoted, '/dev/null'];
}

function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}
