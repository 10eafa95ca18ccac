/**
 * A binary of known size that is read by ranges; `end` is exclusive, and fewer bytes than asked is an error.
 * The buffer belongs to the caller: it may be handed to another thread, so it must not be kept.
 */
export interface RandomAccess {
  readonly size: number;
  read(start: number, end: number): Promise<Buffer>;
}

/** Carries an error of the source past everything that turns faults of a file into `NotAnApp`. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** Marks the source's own errors. */
export function guardSource(source: RandomAccess): RandomAccess {
  return {
    size: source.size,
    async read(start, end) {
      try {
        const bytes = await source.read(start, end);
        if (bytes.length !== end - start) throw new Error('The source gave fewer bytes than were asked for.');
        return bytes;
      } catch (error) {
        throw new SourceFailure('The source can not be read.', { cause: error });
      }
    },
  };
}

export function sliceSource(source: RandomAccess, start: number, end: number): RandomAccess {
  return { size: end - start, read: (from, to) => source.read(start + from, start + to) };
}

export function bufferSource(bytes: Buffer): RandomAccess {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}
