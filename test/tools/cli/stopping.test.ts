import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runGantry } from '../../support/process.js';
import { adminKey, createTestFolder, eventually } from '../../support/service.js';
import { startStuckService } from '../../support/stuck-service.ts';
import { onTerminal } from './on-terminal.ts';
import { settingsFor } from './support.js';

const project = '01970000-0000-7000-8000-000000000000';
const id = '01970000-0000-7000-8000-000000000001';
const apps = `GET /projects/${project}/mobile`;
const run = { id, projectId: project, status: 'running', completedAt: null, output: { steps: [] } };

/** Far below the five minutes that an upload may stand still. */
describe('what is stopped by a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is an upload that nobody takes: %s ends it with %i', async (signal, code) => {
    const service = await startStuckService({ [apps]: { apps: [] } });
    const sending = runGantry(['apps', 'upload', await largeFile()], await settings(service.url));
    await service.putBegun;
    sending.child.kill(signal);
    expect(await sending.exited).toEqual({ code, signal: null });
    expect(sending.err()).toMatch(/^Stopped\.\n$/m);
    expect(sending.out()).toBe('');
  });

  it('says so with --json, too', async () => {
    const service = await startStuckService({ [apps]: { apps: [] } });
    const sending = runGantry(['apps', 'upload', await largeFile(), '--json'], await settings(service.url));
    await service.putBegun;
    sending.child.kill('SIGINT');
    expect((await sending.exited).code).toBe(130);
    expect(JSON.parse(sending.err())).toEqual({
      error: { code: 'Interrupted', message: 'Stopped.', exitCode: 130 },
    });
  });

  it.each([
    ['runs submit', ['runs', 'submit', 'See "A"', '--wait'], {}],
    ['runs submit --wait', ['runs', 'submit', 'See "A"', '--wait'], { 'POST /runs': run }],
    ['runs watch', ['runs', 'watch', id], { [`GET /runs/${id}`]: run }],
    ['batches watch', ['batches', 'watch', id], {}],
    [
      'trigger --wait',
      ['trigger', id, '--wait'],
      { [`POST /groups/${id}/runs`]: { batchId: id, runIds: [id] } },
    ],
    ['deliveries list', ['deliveries', 'list', id], {}],
    ['listen', ['listen', '--port', '0'], {}],
  ])('is %s on a service that does not answer', async (_name, args, answers) => {
    const service = await startStuckService(answers);
    const waiting = runGantry(args, await settings(service.url));
    await service.askedInVain;
    waiting.child.kill('SIGINT');
    expect(await waiting.exited).toEqual({ code: 130, signal: null });
    expect(waiting.err()).toMatch(/^Stopped\./m);
  });

  it('is the pause before another attempt', async () => {
    const service = await startStuckService({ [`GET /runs/${id}`]: 503 });
    const trying = runGantry(['runs', 'show', id, '--retries', '50'], await settings(service.url));
    await eventually(async () => expect(trying.err()).toContain('Trying again in'));
    trying.child.kill('SIGINT');
    expect(await trying.exited).toEqual({ code: 130, signal: null });
    expect(trying.err()).toMatch(/^Stopped\.\n$/m);
  });

  it('is "tests apply" in the middle', async () => {
    const service = await startStuckService();
    const file = join(await createTestFolder(), 'tests.yaml');
    await writeFile(file, 'tests:\n  - title: A\n    steps:\n      - assert: See "A"\n');
    const applying = runGantry(['tests', 'apply', file], await settings(service.url));
    await service.askedInVain;
    applying.child.kill('SIGINT');
    expect(await applying.exited).toEqual({ code: 130, signal: null });
  });

  it.skipIf(process.platform !== 'linux')('is the reading of a large file before it is sent', async () => {
    const file = await largeFile(64 * 1024 ** 3);
    const reading = runGantry(['apps', 'upload', file], await settings('http://127.0.0.1:9'));
    await eventually(async () => expect(await openFiles(reading.child.pid)).toContain(file));
    reading.child.kill('SIGINT');
    expect(await reading.exited).toEqual({ code: 130, signal: null });
    expect(reading.err()).toMatch(/^Stopped\.\n$/m);
  });

  it('is the zipping of a folder, of which nothing stays', async () => {
    const place = await createTestFolder();
    const [app, temporary] = [join(place, 'Shop.app'), join(place, 'tmp')];
    await mkdir(app);
    await mkdir(temporary);
    await largeFile(64 * 1024 ** 3, app);
    const env = { ...(await settings('http://127.0.0.1:9')), TMPDIR: temporary };
    const zipping = runGantry(['apps', 'upload', app], env);
    await eventually(async () => expect(await readdir(temporary)).toHaveLength(1));
    zipping.child.kill('SIGINT');
    expect(await zipping.exited).toEqual({ code: 130, signal: null });
    expect(zipping.err()).toMatch(/^Stopped\.\n$/m);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('is the MCP server, which then ends in good order', async () => {
    const service = await startStuckService();
    const main = new URL('../../../dist/main.js', import.meta.url).pathname;
    const env = { PATH: process.env.PATH ?? '', ...(await settings(service.url)) };
    const child = spawn(process.execPath, [main, 'mcp'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await closed;
    });
    await eventually(async () => expect(said).toContain('offers'));
    child.kill('SIGINT');
    expect(await closed).toBe(0);
  });

  it.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')(
    'leaves no bar behind on a terminal, and draws none afterwards',
    async () => {
      const service = await startStuckService({ [apps]: { apps: [] } });
      const sending = onTerminal(['apps', 'upload', await largeFile()], await settings(service.url));
      await service.putBegun;
      await sending.shows(' %');
      sending.type('\u0003');
      const { shown, code } = await sending.ended;
      expect(code).toBe(130);
      expect(shown.endsWith('\u001b[KStopped.\r\n'), JSON.stringify(shown.slice(-200))).toBe(true);
    },
  );
});

/** Takes no room on the disk. */
async function largeFile(bytes = 100 * 1024 ** 2, folder?: string): Promise<string> {
  const file = join(folder ?? (await createTestFolder()), 'large.apk');
  const handle = await open(file, 'w');
  await handle.truncate(bytes);
  await handle.close();
  return file;
}

async function settings(url: string): Promise<Record<string, string>> {
  const own = await settingsFor(null);
  return { ...own, GANTRY_URL: url, GANTRY_API_KEY: adminKey, GANTRY_PROJECT: project };
}

async function openFiles(pid: number | undefined): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => ''));
  return Promise.all(links);
}
