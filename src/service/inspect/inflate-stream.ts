import { pipeline, Readable, type Transform } from 'node:stream';
import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';
import { type RandomAccess, SourceFailure } from './source.ts';

/** The inflated bytes of a whole source, read as they are used: leaving early reads little beyond. */
export async function* inflateStream(
  source: RandomAccess,
  inflater: Transform,
  faultSentence: string,
): AsyncGenerator<Buffer> {
  // The outcome is seen by the loop below; the callback only keeps the error from being unhandled.
  pipeline(Readable.from(chunksOfSource(source), { highWaterMark: 1 }), inflater, () => {});
  try {
    for await (const chunk of inflater) yield chunk;
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof NotAnApp) throw error;
    throw new NotAnApp(faultSentence, { cause: error });
  }
}

/** Small reads first, as what is looked for tends to come first. */
async function* chunksOfSource(source: RandomAccess): AsyncGenerator<Buffer> {
  let length: number = limits.streamFirstReadBytes;
  for (let at = 0; at < source.size; ) {
    const end = Math.min(at + length, source.size);
    yield await source.read(at, end);
    at = end;
    length = Math.min(length * 2, limits.streamReadBytes);
  }
}
