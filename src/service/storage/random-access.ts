import type { ObjectStore } from './object-store.ts';

/** A stored object as bytes that are read by ranges; `end` is exclusive. */
export function randomAccess(store: Pick<ObjectStore, 'read'>, key: string, size: number) {
  return {
    size,
    async read(start: number, end: number): Promise<Buffer> {
      if (start >= end) return Buffer.alloc(0);
      const stream = await store.read(key, { start, end: end - 1 });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (bytes.length !== end - start)
        throw new RangeError(`asked for ${end - start} bytes, got ${bytes.length}`);
      return bytes;
    },
  };
}
