import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { restore } from '../../../src/tools/program/backup/restore.ts';
import { browserPath, provideBrowser } from '../../support/browser.js';
import { quietPort } from '../../support/ports.ts';
import { runGantry } from '../../support/process.js';
import { startReceiver } from '../../support/receiver.mjs';
import { adminKey, call, createTestFolder, eventually } from '../../support/service.js';
import { builds, confirm, initiate, put } from '../../support/uploads.js';

describe('gantry backup and restore', () => {
  it('make the same service elsewhere, from one that runs and is written to, and it goes on working', async () => {
    const folder = await createTestFolder();
    const file = join(folder, 'gantry.tar');
    const [dataDir, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
    const ports = { GANTRY_PORT: String(await quietPort()), GANTRY_FILES_PORT: String(await quietPort()) };
    await provideBrowser(dataDir);
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());

    const service = await serve(dataDir, ports);
    const { call, projectId } = service;
    const { key } = (await call('POST', `/projects/${projectId}/keys`, { name: 'ci' })).body.key;
    const bytes = await builds.android.bytes();
    const ticket = await initiate(service, builds.android.filename, bytes.length);
    expect((await put(ticket.uploadUrl, bytes)).status).toBe(200);
    expect((await confirm(service, ticket)).status).toBe(201);
    const prompt = `Open ${service.url}/docs. See "Submit a run".`;
    const webhookUrl = receiver.url;
    const { id } = (await call('POST', '/runs', { projectId, prompt, webhookUrl })).body;
    await eventually(async () =>
      expect((await call('GET', `/runs/${id}`)).body).toMatchObject({ webhookStatus: 'delivered' }),
    );
    const before = await everything(service, id, key);
    expect(before.screenshots.length > 0).toBe(browserPath !== null);

    const steps = [{ type: 'assert', title: 'See "Shop"' }];
    let isWriting = true;
    let written = 0;
    const writing = (async () => {
      for (; isWriting; written += 1) {
        const test = { projectId, title: `While ${written}`, platform: 'web', steps };
        expect((await call('POST', '/tests', test)).status).toBe(201);
      }
    })();
    const made = await gantry(['backup', file, '--data-dir', dataDir, '--json']);
    isWriting = false;
    await writing;
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({ hasSecretKey: true, deletedMeanwhile: 0, missing: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['data', 'gantry.tar']);
    expect((await call('GET', `/runs/${id}`)).status).toBe(200);
    await service.stop();
    const objects = await objectsBelow(dataDir);

    const refused = await gantry(['restore', file, '--data-dir', dataDir]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`${dataDir} is not empty`) });
    const restored = await gantry(['restore', file, '--data-dir', elsewhere, '--quiet']);
    expect(restored).toMatchObject({ code: 0, err: '' });
    await provideBrowser(elsewhere);
    const again = await serve(elsewhere, ports);
    expect(await everything(again, id, key)).toEqual(before);
    expect(await objectsBelow(elsewhere)).toEqual(objects);
    expect(Object.values(objects)).toContain(sha256(bytes));
    const titles = (await again.call('GET', `/tests?projectId=${projectId}&limit=100`)).body.tests;
    expect(titles.length).toBeLessThanOrEqual(written);
    const { id: next } = (await again.call('POST', '/runs', { projectId, prompt, webhookUrl })).body;
    await eventually(async () =>
      expect(receiver.got.map(({ body }) => JSON.parse(body).id)).toEqual([id, next]),
    );
    expect(
      (await again.call('POST', '/tests', { projectId, title: 'After', platform: 'web', steps })).status,
    ).toBe(201);
  });

  it('say which tools to use where the database or the objects are outside', async () => {
    const outside = await gantry(['backup', 'x.tar'], { GANTRY_DATABASE_URL: 'postgres://db.test/gantry' });
    expect(outside).toMatchObject({ code: 2, err: expect.stringContaining('use pg_dump and pg_restore') });
    const bucket = await gantry(['restore', 'x.tar'], { GANTRY_S3_BUCKET: 'builds' });
    expect(bucket).toMatchObject({ code: 2, err: expect.stringContaining('use the tools of the store') });
    const nothing = await gantry(['backup', 'x.tar', '--data-dir', await createTestFolder()]);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('There is no embedded database') });
  });
});

describe('a restore', () => {
  it('of an archive that is damaged, foreign or hostile says so and leaves nothing behind', async () => {
    const folder = await createTestFolder();
    const dataDir = join(folder, 'data');
    const whole = await archive({ objects: { [`runs/a/${'b'.repeat(180)}.png`]: 'a picture' } });
    const flipped = Buffer.from(whole);
    flipped.write('A', whole.indexOf('a picture'));
    const cases: Array<[string, Buffer, RegExp]> = [
      ['no tar', Buffer.from('x'.repeat(2_000)), /a header is unreadable/],
      ['empty', Buffer.alloc(0), /cut off/],
      ['cut off', whole.subarray(0, whole.indexOf('a picture') + 3), /cut off/],
      ['without its end', whole.subarray(0, whole.lastIndexOf('checksum.json') - 1), /cut off/],
      ['a changed byte', flipped, /checksum does not match/],
      ['a way out', await archive({ entries: { 'objects/runs/../../x': '' } }), /an entry is named/],
      ['an absolute name', await archive({ entries: { '/etc/x': '' } }), /an entry is named/],
      [
        'a long name',
        await archive({ entries: { [`objects/runs/${'x'.repeat(300)}`]: '' } }),
        /an entry is named/,
      ],
      [
        'a header of 5 MiB',
        await archive({ entries: { ['x'.repeat(5 * 1024 ** 2)]: '' } }),
        /a header is unreadable/,
      ],
      [
        'a table of nobody',
        await archive({ entries: { 'tables/pg_authid/00000001.gz': '' } }),
        /does not name/,
      ],
      ['unknown columns', await archive({ tables: [{ name: 'runs', columns: ['x'] }] }), /no runs\.x/],
      ['two manifests', await archive({ entries: { 'manifest.json': '{}' } }), /only manifest/],
      ['a newer one', await archive({ migrations: ['0001-uploads', '9999-later'] }), /newer than this one/],
      ['a newer format', await archive({ format: 2 }), /newer than this one/],
    ];
    for (const [name, bytes, fault] of cases) {
      const file = join(folder, 'archive.tar');
      await writeFile(file, bytes);
      await expect(restored(file, dataDir), name).rejects.toThrow(fault);
      expect([name, await readdir(folder)]).toEqual([name, ['archive.tar']]);
    }
  });

  it('that was cut off is no service to start', async () => {
    const dataDir = await createTestFolder();
    await writeFile(join(dataDir, 'restore.unfinished'), '');
    const started = runGantry(['serve', '--data-dir', dataDir, '--port', '0', '--browser-slots', '0']);
    expect((await started.exited).code).toBe(1);
    expect(started.err()).toContain('was cut off: empty that folder and restore the backup again');
  });
});

async function serve(dataDir: string, ports: Record<string, string>) {
  const gantry = runGantry(['serve', '--data-dir', dataDir], {
    ...ports,
    GANTRY_ADMIN_KEY: adminKey,
    GANTRY_RATE_LIMIT: '0',
  });
  const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
  const ask = (method: string, path: string, body?: unknown, options: { key?: string } = {}) =>
    call(`${url}/api/v1${path}`, method, body, options);
  const [{ id: projectId }] = (await ask('GET', '/projects')).body.projects;
  return {
    url,
    projectId: String(projectId),
    call: ask,
    async stop() {
      gantry.child.kill('SIGTERM');
      await gantry.exited;
    },
  };
}

/** What a caller sees of it, with the key of the project. */
async function everything(
  { call, projectId }: Awaited<ReturnType<typeof serve>>,
  runId: string,
  key: string,
) {
  const read = async (path: string) => (await call('GET', path, undefined, { key })).body;
  const run = await read(`/runs/${runId}`);
  const steps: Array<{ screenshotUrl: string | null }> = run.output?.steps ?? [];
  const urls = steps.flatMap(({ screenshotUrl }) => screenshotUrl ?? []);
  const { project } = (await call('GET', `/projects/${projectId}`)).body;
  return {
    run,
    project,
    apps: await read(`/projects/${projectId}/mobile`),
    deliveries: await read(`/runs/${runId}/deliveries`),
    keys: (await call('GET', `/projects/${projectId}/keys`)).body.keys.map(({ id }: { id: string }) => id),
    screenshots: await Promise.all(
      urls.map(async (url) => sha256(Buffer.from(await (await fetch(url)).arrayBuffer()))),
    ),
  };
}

/** The checksum of each, but for what is under way. */
async function objectsBelow(dataDir: string): Promise<Record<string, string>> {
  const names = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('tmp'));
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(dataDir.length), sha256(await readFile(path))] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

async function gantry(args: string[], settings: Record<string, string> = {}) {
  const started = runGantry(args, settings);
  const { code } = await started.exited;
  return { code, out: started.out(), err: started.err() };
}

function restored(file: string, dataDir: string) {
  const { signal } = new AbortController();
  return restore({ file, dataDir, log: createLog('silent'), signal, onProgress: () => undefined });
}

interface Faults {
  format?: number;
  migrations?: string[];
  tables?: Array<{ name: string; columns: string[] }>;
  objects?: Record<string, string>;
  entries?: Record<string, string>;
}

/** As a backup writes it, but for the faults. */
async function archive({
  format = 1,
  migrations,
  tables = [],
  objects = {},
  entries = {},
}: Faults): Promise<Buffer> {
  const folder = new URL('../../../migrations/', import.meta.url);
  const all = (await readdir(folder)).sort().map((name) => name.replace('.sql', ''));
  const manifest = {
    format,
    version: '99.0.0',
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations: migrations ?? all,
    tables,
    counters: [],
  };
  const named = Object.entries(objects).map(([key, content]) => [`objects/${key}`, content] as const);
  const contents = [
    ['manifest.json', JSON.stringify(manifest)] as const,
    ...Object.entries(entries),
    ...named,
  ];
  const tar = pack();
  const checksum = createHash('sha256');
  for (const [name, content] of contents) {
    tar.entry({ name }, content);
    checksum.update(`${name}\0${content.length}\0${content}`);
  }
  const ending = { entries: contents.length, sha256: checksum.digest('hex') };
  tar.entry({ name: 'checksum.json' }, JSON.stringify(ending));
  tar.finalize();
  return buffer(tar);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
