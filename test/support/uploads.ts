import { readFile } from 'node:fs/promises';
import { fat, machO } from '../service/inspect/mach-o-builder.ts';
import { xmlPlist } from '../service/inspect/plist-samples.ts';
import type { Answer, TestService } from './service.js';
import { buildZip } from './zip-writer.ts';

/** Also one in a process of its own. */
export type Uploading = Pick<TestService, 'url' | 'projectId' | 'call'>;

const root = new URL('../node_modules/', import.meta.url);

/** Real binaries, as npm packages carry them. */
export const builds = {
  android: {
    filename: 'ApiDemos-debug.apk',
    bytes: () => readFile(new URL('android-apidemos-v1/bin/ApiDemos-debug.apk', root)),
  },
  ios: { filename: 'TestApp.app.zip', bytes: () => readFile(new URL('ios-test-app/TestApp.app.zip', root)) },
};

/** The smallest .ipa for real iPhones. */
export const deviceBuild = {
  filename: 'Shop.ipa',
  bytes: async () =>
    buildZip([
      { name: 'Payload/Shop.app/Info.plist', data: shopPlist },
      { name: 'Payload/Shop.app/Shop', data: machO('arm64', { platform: 2 }), method: 'deflated' },
    ]),
};

const shopPlist = xmlPlist({
  CFBundleIdentifier: 'com.example.shop',
  CFBundleShortVersionString: '1.2',
  CFBundleExecutable: 'Shop',
});

export const simulatorBuild = {
  filename: 'Shop.app.zip',
  bytes: async () =>
    buildZip([
      {
        name: 'Shop.app/Info.plist',
        data: xmlPlist({ CFBundleIdentifier: 'com.example.shop', CFBundleExecutable: 'Shop' }),
      },
      {
        name: 'Shop.app/Shop',
        data: fat([
          { name: 'x86_64', says: { platform: 7 } },
          { name: 'arm64', says: { platform: 7 } },
        ]),
        method: 'deflated',
      },
    ]),
};

export type Ticket = { uploadUrl: string; storageKey: string; filename: string; fileSize: number };

export async function initiate(service: Uploading, filename: string, fileSize: number): Promise<Ticket> {
  const { body } = await service.call('POST', `/projects/${service.projectId}/mobile/upload`, {
    filename,
    fileSize,
  });
  return body;
}

export function put(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
}

export function confirm(service: Uploading, ticket: Ticket, changes: object = {}): Promise<Answer> {
  const { storageKey, filename, fileSize } = ticket;
  return service.call('POST', `/projects/${service.projectId}/mobile/upload/confirm`, {
    storageKey,
    filename,
    fileSize,
    ...changes,
  });
}

export async function stored(
  service: Uploading,
  build: { filename: string; bytes(): Promise<Buffer> },
): Promise<Ticket> {
  const bytes = await build.bytes();
  const ticket = await initiate(service, build.filename, bytes.length);
  const { pathname, search } = new URL(ticket.uploadUrl);
  const answer = await put(service.url + pathname + search, bytes);
  if (answer.status !== 200) throw new Error(`PUT: ${answer.status} ${await answer.text()}`);
  return ticket;
}

export async function uploaded(
  service: Uploading,
  build: { filename: string; bytes(): Promise<Buffer> },
  changes: object = {},
) {
  const { status, body } = await confirm(service, await stored(service, build), changes);
  if (status !== 201) throw new Error(`confirm: ${status} ${JSON.stringify(body)}`);
  return body.app;
}
