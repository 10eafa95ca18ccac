import { finished, type Readable, Transform } from 'node:stream';
import { unavailable } from '../../kernel/errors.ts';

/** How many bytes a range asks for; refuses what is no range before a file or a request is opened for it. */
export function rangeLength(range: { start: number; end: number } | undefined): number {
  if (range === undefined) return Number.POSITIVE_INFINITY;
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || start < 0 || !(end >= start))
    throw new RangeError(`no range: ${start}-${end}`);
  return end - start + 1;
}

/**
 * Hands on at most `limit` bytes of what a store reads, and turns a fault half-way into `Unavailable`.
 * Closing either end closes the other, so that no file or socket stays open.
 */
export function relay(source: Readable, limit: number = Number.POSITIVE_INFINITY): Readable {
  let left = limit;
  const out = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (chunk.length <= left) {
        left -= chunk.length;
        done(null, chunk);
        return;
      }
      source.unpipe(out);
      done(null, left > 0 ? chunk.subarray(0, left) : undefined);
      left = 0;
      out.end();
    },
  });
  finished(source, { writable: false }, (error) => {
    if (error && !out.writableEnded) out.destroy(unavailable('storage', error));
  });
  finished(out, () => source.destroy());
  return source.pipe(out);
}
