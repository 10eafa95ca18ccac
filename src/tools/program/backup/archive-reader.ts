import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { StartupError } from '../../../kernel/errors.ts';
import { type EntryKind, endingShape, entryKind, limits } from './archive-format.ts';

export type ArchiveEntry = EntryKind & {
  readonly size: number;
  /** The whole content, of at most so many bytes. */
  bytes(maxBytes: number): Promise<Buffer>;
  /** The content in pieces. Each entry must be read before the next one is asked for. */
  pieces(): AsyncGenerator<Buffer>;
};

const pieceBytes = 256 * 1024;

export class DamagedArchive extends StartupError {
  constructor(why: string, options?: ErrorOptions) {
    super(`The archive is damaged, or no backup of Gantry: ${why}.`, options);
  }
}

/**
 * The entries before the checksum, which is compared at the end: a caller that has finished the loop has an archive as it
 * was written.
 */
export async function* entriesOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const source = Readable.from(bytesOf(file, signal), { highWaterMark: 1 });
  let sourceFault: Error | null = null;
  source.on('error', (error) => {
    sourceFault = error;
    tar.destroy(error);
  });
  source.pipe(tar);
  const faultOf = (error: unknown) => sourceFault ?? asDamaged(error);
  const checksum = createHash('sha256');
  let entries = 0;
  try {
    for await (const content of tar) {
      const { name, size, type } = content.header;
      const kind = type === 'file' ? entryKind(name) : null;
      if (kind === null) throw new DamagedArchive(`an entry is named ${JSON.stringify(name.slice(0, 100))}`);
      if (size > limits.objectBytes) throw new DamagedArchive('it is cut off');
      let read = 0;
      const pieces = async function* () {
        try {
          for await (const piece of content as AsyncIterable<Buffer>) {
            if (kind.kind !== 'ending') checksum.update(piece);
            read += piece.length;
            yield piece;
          }
        } catch (error) {
          throw faultOf(error);
        }
      };
      const bytes = async (maxBytes: number) => {
        if (size > maxBytes) throw new DamagedArchive(`${name} is larger than it can be`);
        const parts: Buffer[] = [];
        for await (const piece of pieces()) parts.push(piece);
        return Buffer.concat(parts);
      };
      if (kind.kind === 'ending') {
        const ending = parseJson(await bytes(limits.jsonBytes));
        if (!endingShape.Check(ending)) throw new DamagedArchive('its checksum is unreadable');
        if (ending.entries !== entries || ending.sha256 !== checksum.digest('hex'))
          throw new DamagedArchive('its checksum does not match');
        return;
      }
      checksum.update(`${name}\0${size}\0`);
      yield { ...kind, size, pieces, bytes };
      if (read !== size) throw new Error(`${name} was not read`);
      entries += 1;
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    source.destroy();
  }
  throw new DamagedArchive('it is cut off');
}

/** By hand: a stream of the file would close it at its end, and the archive is read twice. */
async function* bytesOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new DamagedArchive('it holds unreadable JSON', { cause });
  }
}

function asDamaged(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DamagedArchive) return error;
  if (error.message === 'Unexpected end of data')
    return new DamagedArchive('it is cut off', { cause: error });
  return new DamagedArchive('a header is unreadable', { cause: error });
}
