import { open } from 'node:fs/promises';

/** What is written in a file. */
export interface FileText {
  /** How it begins; null for what is no text. */
  readonly text: string | null;
  /** There is more of it. */
  readonly isCut: boolean;
}

export const noText: FileText = { text: null, isCut: false };

const maxBytes = 1_024 * 1_024;

/** Null also for a file that can't be read. */
export async function textOfFile(path: string): Promise<FileText> {
  try {
    const { bytes, isCut } = await beginningOf(path);
    return { text: decoded(bytes, isCut), isCut };
  } catch {
    return noText;
  }
}

async function beginningOf(path: string): Promise<{ bytes: Buffer; isCut: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return { bytes: buffer.subarray(0, bytesRead), isCut: size > maxBytes };
  } finally {
    await file.close();
  }
}

/** UTF-16 where it says so; UTF-8; else what spreadsheets write in the west, if it looks like text at all. */
function decoded(bytes: Buffer, isCut: boolean): string | null {
  const [first, second] = bytes;
  const decode = (encoding: string) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  if (first === 0xff && second === 0xfe) return decode('utf-16le');
  if (first === 0xfe && second === 0xff) return decode('utf-16be');
  if (bytes.some(isOfNoText)) return null;
  try {
    return decode('utf-8');
  } catch {
    return decode('windows-1252');
  }
}

/** Control characters, but for tabs, line ends and the one that terminals take colours from. */
function isOfNoText(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);
}
