import { open } from 'node:fs/promises';
import { UsageError } from './errors.ts';
import type { Io } from './io.ts';

/** All of standard input, unless it is longer than this. `what` names it in the refusal. */
export async function readStandardInput(
  { stdin }: Io,
  { what, maxBytes }: { what: string; maxBytes: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLong(what, maxBytes);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** All of a file, unless it is longer than this: a device or a pipe may have no end. */
export async function readBoundedFile(
  path: string,
  { what, maxBytes }: { what: string; maxBytes: number },
): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0) return buffer.toString('utf8', 0, length);
      if (length > maxBytes) throw tooLong(what, maxBytes);
    }
  } finally {
    await file.close();
  }
}

function tooLong(what: string, maxBytes: number): UsageError {
  return new UsageError(`${what} is longer than ${maxBytes} bytes.`);
}
