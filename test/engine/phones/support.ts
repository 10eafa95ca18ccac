import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import type { Device, DeviceRequest, Secret } from '../../../src/engine/acting/device.ts';
import { createAppDelivery } from '../../../src/engine/phones/app-delivery.ts';
import { createAppiumPool } from '../../../src/engine/phones/mobile-pool.ts';
import { createPreparedApps, type PreparedApps } from '../../../src/engine/phones/prepared-apps.ts';
import type { AppFile, PhoneSettings } from '../../../src/engine/task.ts';

export const log = pino({ level: 'silent' });
export const never = new AbortController().signal;
export const limits = { signal: never, timeoutMs: 30_000 };
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-mobile-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function withPrepared(): Promise<{
  prepared: PreparedApps;
  folder: string;
  remove(): Promise<void>;
}> {
  const { folder, remove } = await temporaryFolder();
  const prepared = createPreparedApps({ folder: join(folder, 'apps'), maxBytes: 100_000_000 });
  return {
    prepared,
    folder,
    async remove() {
      await prepared.close();
      await remove();
    },
  };
}

/** Serves the app's bytes, and what is shared beside it, as the service's storage would. */
export async function servedApp(
  filename: string,
  bytes: Buffer,
  facts: Partial<AppFile> = {},
): Promise<{ app: AppFile; close(): Promise<void> }> {
  const served = new Map([[`/0/${filename}`, bytes]]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const found = served.get(decodeURIComponent(pathname));
    const name = searchParams.get('filename');
    const headers = name === null ? {} : { 'content-disposition': `attachment; filename="${name}"` };
    response.writeHead(found === undefined ? 404 : 200, headers).end(found);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    app: {
      ...appFile(filename, bytes),
      ...facts,
      address: async (suffix) => `${origin}/0/${filename}?filename=app${suffix}`,
      async share({ path, suffix }) {
        const name = `/${served.size}/shared${suffix}`;
        served.set(name, await readFile(path));
        return `${origin}${name}`;
      },
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function appFile(filename: string, bytes: Buffer, id = sha256(bytes)): AppFile {
  return {
    id,
    name: 'Shop 1.2',
    filename,
    bundleId: 'com.example.shop',
    builtFor: null,
    folder: /\.apk$/i.test(filename) ? null : 'Shop.app',
    size: bytes.length,
    read: async () => Readable.from([bytes]),
    address: async () => {
      throw new Error('no address was expected to be asked for');
    },
    share: async () => {
      throw new Error('nothing was expected to be shared');
    },
    cloudUploads: {
      find: async () => null,
      remember: async () => undefined,
    },
  };
}

type PhoneRequest = Omit<DeviceRequest, 'app'> & { app: AppFile | null };

export function request(
  platform: 'ios' | 'android',
  app: AppFile | null,
  secrets: readonly Secret[] = [],
  phone: PhoneSettings | null = null,
): PhoneRequest {
  return { runName: 'a run', platform, targetUrl: null, app, allowedHosts: null, secrets, phone };
}

/** The phones of a server, with the hand-over of the app that comes before them. */
export function createPhones(
  options: Omit<Parameters<typeof createAppDelivery>[0], 'isReal'> &
    Parameters<typeof createAppiumPool>[0] & { isReal?: boolean | null },
) {
  const pool = createAppiumPool(options);
  const appDelivery = createAppDelivery({ isReal: null, ...options });
  return {
    close: pool.close,
    async open({ app, ...request }: PhoneRequest, signal: AbortSignal): Promise<Device> {
      const handed = app && (await appDelivery(app, request.platform, signal));
      try {
        const device = await pool.open({ ...request, app: handed?.app ?? null }, signal);
        return { ...device, close: () => device.close().finally(handed?.release) };
      } catch (error) {
        handed?.release();
        throw error;
      }
    },
  };
}

export function act(
  device: Device,
  name: ActionName,
  input: object = {},
  timeoutMs = limits.timeoutMs,
): Promise<string> {
  return device.perform(name, input, { signal: never, timeoutMs });
}

export async function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(content as Buffer), name, { compress: false, mtime: new Date(0) });
  }
  zip.end();
  return collect(zip.outputStream as Readable);
}

export type TarEntry = {
  name: string;
  content?: string | Buffer;
  mode?: number;
  type?: string;
  linkname?: string;
};

export async function tarGzOf(entries: TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content = '', type = 'file', ...header } of entries) {
    tar.entry({ ...header, type: type as 'file', mtime: new Date(1_000_000_000_000) }, content as string);
  }
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar as AsyncIterable<Buffer>) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}

export const apk = () => zipOf({ 'AndroidManifest.xml': 'manifest', 'classes.dex': 'code' });
export const appZip = () => zipOf({ 'Shop.app/Info.plist': '<plist/>', 'Shop.app/Shop': 'code' });
export const appTarGz = () =>
  tarGzOf([
    { name: './', type: 'directory' },
    { name: './Shop.app', type: 'directory', mode: 0o755 },
    { name: './Shop.app/Info.plist', content: '<plist/>', mode: 0o644 },
    { name: './Shop.app/Shop', content: 'code', mode: 0o755 },
    { name: './Shop.app/Current', type: 'symlink', linkname: 'Shop' },
  ]);

export async function readAll(path: string): Promise<Buffer> {
  return collect(createReadStream(path));
}

export async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
