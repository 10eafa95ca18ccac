import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listening } from '../../support/listening.ts';
import { quietPort } from '../../support/ports.ts';
import { runBuiltGantry as runGantry } from '../../support/process.js';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import {
  adminKey,
  createTestFolder,
  eventually,
  startTestService,
  type TestService,
} from '../../support/service.js';
import { builds } from '../../support/uploads.js';
import { onTerminal } from './on-terminal.ts';
import { settingsFor } from './support.js';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const hasScript = existsSync('/usr/bin/script') && process.platform === 'linux';

describe('the program', () => {
  it('has the verdict of a run as its exit code, and its output on the right streams', async () => {
    const service = await scripted();
    const settings = await settingsFor(service);
    const failed = runGantry(['runs', 'submit', 'see a\nmiss b', '--wait', '--json'], settings);
    expect(await failed.exited).toEqual({ code: 1, signal: null });
    expect(JSON.parse(failed.out())).toMatchObject({ output: { result: 'FAILED' } });
    expect(failed.err()).toBe('');
  });

  it("says with 4 that the service can't be reached, after it has tried again", async () => {
    const settings = { ...(await settingsFor(null)), GANTRY_API_KEY: adminKey };
    const url = `http://127.0.0.1:${await quietPort()}`;
    const gone = runGantry(['apps', 'list', '--url', url, '--retries', '1'], settings);
    expect((await gone.exited).code).toBe(4);
    expect(gone.err()).toMatch(/Trying again in .*\n✗ The service can't be reached: .*ECONNREFUSED/);
    expect(gone.out() + gone.err()).not.toContain(adminKey.slice(9));
  });

  it('removes the zip of a folder also when it is ended in the middle of the upload', async () => {
    const place = await createTestFolder();
    const app = join(place, 'Shop.app');
    const temporary = join(place, 'tmp');
    await mkdir(app);
    await mkdir(temporary);
    await writeFile(join(app, 'Info.plist'), 'x');
    const sending = runGantry(
      [
        'apps',
        'upload',
        app,
        '--url',
        await startSilentServer(),
        '--project',
        '01970000-0000-7000-8000-000000000000',
      ],
      { ...(await settingsFor(null)), GANTRY_API_KEY: adminKey, TMPDIR: temporary },
    );
    await eventually(async () => expect(sending.err()).toContain('1 file in Shop.app.zip'));
    expect(await readdir(temporary)).toHaveLength(1);
    sending.child.kill('SIGINT');
    expect(await sending.exited).toEqual({ code: 130, signal: null });
    expect(await readdir(temporary)).toEqual([]);
  });

  it('ends quietly when who reads it has read enough', async () => {
    const { stdout, stderr } = await run('sh', [
      '-c',
      `"${process.execPath}" "${main}" help serve | head -n 1`,
    ]);
    expect(stdout).toMatch(/^Usage: gantry serve.*\n$/);
    expect(stderr).toBe('');
  });

  it('loads nothing of the service for its help, and no package', async () => {
    const loaded = await staticImports(main);
    expect(loaded.length).toBeGreaterThan(10);
    for (const file of loaded)
      expect(file).toMatch(/dist\/(?:main\.js|tools\/|kernel\/|client\/)|^node:(?!http)/);
  });
});

describe.skipIf(!hasScript)('on a terminal (needs script)', () => {
  it('shows a progress bar with rate while it uploads', async () => {
    const service = await startTestService();
    const file = join(await createTestFolder(), builds.android.filename);
    await writeFile(file, await builds.android.bytes());
    const { shown, code } = await onTerminal(['apps', 'upload', file], await settingsFor(service)).ended;
    expect(code).toBe(0);
    expect(shown).toMatch(/\rApiDemos-debug\.apk {2}█+░* {2}\d+ % {2}[\d.]+ MB of [\d.]+ MB/);
    expect(shown).toContain('for android');
  });

  it('asks for the key without showing it', async () => {
    const service = await startTestService();
    const env = await settingsFor(null);
    const asking = onTerminal(['login', '--url', service.url], env);
    await asking.shows('API key of');
    asking.type(`x\u007f${adminKey}\r`);
    const { shown, code } = await asking.ended;
    expect([code, shown]).toEqual([0, expect.stringContaining('is used from now on')]);
    expect(shown).not.toContain(adminKey.slice(9, 20));
    const file = join(env.XDG_CONFIG_HOME ?? '', 'gantry', 'credentials.json');
    expect(await readFile(file, 'utf8')).toContain(adminKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

function scripted(): Promise<TestService> {
  return startTestService({ execution: scriptedExecution() });
}

/** Accepts connections and never answers. */
function startSilentServer(): Promise<string> {
  return listening(createServer((socket) => socket.on('error', () => undefined)));
}

/** Every module that is loaded before anything is done. */
async function staticImports(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm)) {
    if (path.startsWith('.')) await staticImports(resolve(dirname(file), path), seen);
    else seen.add(path);
  }
  return [...seen];
}
