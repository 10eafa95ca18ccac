import type { Writable } from 'node:stream';

/** The real archive with zeros between its entries and its directory, where an APK keeps its signing block. */
export async function writePadded(out: Writable, archive: Buffer, size: number): Promise<void> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const directoryOffset = archive.readUInt32LE(end + 16);
  const tail = Buffer.from(archive.subarray(directoryOffset));
  let padding = size - archive.length;
  tail.writeUInt32LE(directoryOffset + padding, end - directoryOffset + 16);
  const zeros = Buffer.alloc(1024 ** 2);
  out.write(archive.subarray(0, directoryOffset));
  while (padding > 0) {
    const part = zeros.subarray(0, Math.min(padding, zeros.length));
    padding -= part.length;
    if (!out.write(part)) await new Promise((resolve) => out.once('drain', resolve));
  }
  out.end(tail);
}
