import { inflateSync } from 'node:zlib';

export function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Red, green and blue of one pixel of an 8-bit PNG with three or four channels. */
export function pixelAt(png: Buffer, x: number, y: number): number[] {
  const { width } = sizeOf(png);
  const channels = png[25] === 6 ? 4 : 3;
  const lines = inflateSync(Buffer.concat(chunksOf(png, 'IDAT')));
  const stride = width * channels;
  let above = Buffer.alloc(stride);
  for (let row = 0; ; row += 1) {
    const start = row * (stride + 1);
    const line = unfiltered(
      lines[start] ?? 0,
      lines.subarray(start + 1, start + 1 + stride),
      above,
      channels,
    );
    if (row === y) return [...line.subarray(x * channels, x * channels + 3)];
    above = line;
  }
}

function chunksOf(png: Buffer, wanted: string): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) chunks.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

function unfiltered(filter: number, raw: Buffer, above: Buffer, channels: number): Buffer<ArrayBuffer> {
  const line = Buffer.from(raw);
  for (let index = 0; index < line.length; index += 1) {
    const left = index < channels ? 0 : (line[index - channels] ?? 0);
    const up = above[index] ?? 0;
    const corner = index < channels ? 0 : (above[index - channels] ?? 0);
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[index] = ((raw[index] ?? 0) + predicted) & 0xff;
  }
  return line;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(guess - value));
  const nearest = Math.min(...distances);
  return [left, up, corner][distances.indexOf(nearest)] ?? 0;
}

/** From the directory at the end of a zip. */
export function entryNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + 46, at + 46 + length));
  }
  return names;
}
