import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import {
  type AppIcon,
  type AppInfo,
  type BinaryKind,
  inspectBinary,
  readIcon,
} from '../../../src/service/inspect/inspect.ts';
import type { RandomAccess } from '../../../src/service/inspect/source.ts';
import { openZip } from '../../../src/service/inspect/zip.ts';

export interface CountingSource extends RandomAccess {
  reads: number;
  bytes: number;
}

export function countingSource(bytes: Buffer): CountingSource {
  return countReads(bytes.length, (start, end) => Buffer.from(bytes.subarray(start, end)));
}

/** A file of any size that is never held: zeros, except where a part was placed. */
export function sparseSource(size: number, parts: readonly { at: number; bytes: Buffer }[]): CountingSource {
  return countReads(size, (start, end) => {
    const range = Buffer.alloc(end - start);
    for (const { at, bytes } of parts) {
      if (at < end && at + bytes.length > start) {
        bytes.copy(range, Math.max(0, at - start), Math.max(0, start - at));
      }
    }
    return range;
  });
}

function countReads(size: number, readRange: (start: number, end: number) => Buffer): CountingSource {
  return {
    size,
    reads: 0,
    bytes: 0,
    async read(start, end) {
      if (!(start >= 0 && start <= end && end <= size))
        throw new Error(`Read outside of the file: ${start} to ${end}`);
      this.reads += 1;
      this.bytes += end - start;
      return readRange(start, end);
    },
  };
}

export function inspect(bytes: Buffer | RandomAccess, kind: BinaryKind): Promise<AppInfo> {
  const source = Buffer.isBuffer(bytes) ? countingSource(bytes) : bytes;
  return inspectBinary(source, kind);
}

export function iconIn(bytes: Buffer | RandomAccess, kind: BinaryKind): Promise<AppIcon | null> {
  const source = Buffer.isBuffer(bytes) ? countingSource(bytes) : bytes;
  return readIcon(source, kind);
}

export async function entryOf(zipBytes: Buffer, name: string): Promise<Buffer> {
  const zip = await openZip(countingSource(zipBytes));
  const entry = zip.find(name);
  if (!entry) throw new Error(`No ${name} in the sample.`);
  return zip.read(entry, 1 << 24);
}

const packages = new URL('../../node_modules/', import.meta.url);

export const realBinaries = {
  apiDemos5: () => readFileSync(new URL('android-apidemos/apks/ApiDemos-debug.apk', packages)),
  apiDemos1: () => readFileSync(new URL('android-apidemos-v1/bin/ApiDemos-debug.apk', packages)),
  helloActivity: () => readFileSync(new URL('android-apidemos-v1/assets/HelloActivity.apk', packages)),
  appiumSettings: () => readFileSync(new URL('io.appium.settings/apks/settings_apk-debug.apk', packages)),
  iosTestApp: () => readFileSync(new URL('ios-test-app/TestApp.app.zip', packages)),
};

export function packageVersion(name: string): string {
  return JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), 'utf8')).version;
}

export interface TarInput {
  name: string;
  data?: Buffer | string;
  type?: 'file' | 'directory' | 'symlink';
}

export async function buildTarGz(inputs: readonly TarInput[]): Promise<Buffer> {
  return gzipSync(await buildTar(inputs));
}

export async function buildTar(inputs: readonly TarInput[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, data, type } of inputs) {
    tar.entry(
      { name, type: type ?? 'file', ...(type === 'symlink' ? { linkname: 'elsewhere' } : {}) },
      data ?? '',
    );
  }
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Gives its bytes but for one read, which ends in `outage`. */
export function failingSource(bytes: Buffer, failing: number, outage: Error) {
  let reads = 0;
  return {
    size: bytes.length,
    read: async (start: number, end: number) => {
      reads += 1;
      if (reads === failing) throw outage;
      return bytes.subarray(start, end);
    },
  };
}
