import { createInflateRaw } from 'node:zlib';
import { inflateStream } from './inflate-stream.ts';
import { inMiB, limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';
import { bufferSource, type RandomAccess, sliceSource } from './source.ts';
import type { Zip, ZipEntry } from './zip.ts';

/**
 * An APK inside a zip as a source of its own. A stored one is read in place. A deflated one is inflated into memory
 * once if it is small; otherwise every read inflates it from its start and keeps only what was asked for, which
 * trades time for flat memory and needs no temporary file that a killed thread would leave behind.
 */
export async function openNestedApk(source: RandomAccess, zip: Zip, entry: ZipEntry): Promise<RandomAccess> {
  if (entry.size > limits.nestedApkBytes) {
    throw new NotAnApp(
      `${quoteName(entry.name)} inside the zip is larger than ${inMiB(limits.nestedApkBytes)}.`,
    );
  }
  const isStored = entry.method === 0;
  if (!isStored && entry.size <= limits.nestedApkInMemoryBytes) {
    return bufferSource(await zip.read(entry, limits.nestedApkInMemoryBytes));
  }
  const { start, end } = await zip.locate(entry);
  const packed = sliceSource(source, start, end);
  return isStored ? packed : inflatingSource(packed, entry);
}

function inflatingSource(packed: RandomAccess, entry: ZipEntry): RandomAccess {
  const damaged = `The entry ${quoteName(entry.name)} is damaged.`;
  return {
    size: entry.size,
    async read(start, end) {
      const parts: Buffer[] = [];
      let at = 0;
      for await (const chunk of inflateStream(packed, createInflateRaw({ chunkSize: 256 * 1024 }), damaged)) {
        const from = Math.max(start - at, 0);
        if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from, end - at)));
        at += chunk.length;
        if (at >= end) return Buffer.concat(parts);
      }
      throw new NotAnApp(`The entry ${quoteName(entry.name)} is shorter than its directory says.`);
    },
  };
}
