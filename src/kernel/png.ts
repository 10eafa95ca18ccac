import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Eight bits for each channel: 1 is grey, 2 grey and alpha, 3 red, green and blue, 4 these and alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly pixels: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxPixels = 100_000_000;
const channelsOfColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Null for what is no PNG of a kind that browsers and phones make, or is too large. */
export function decodePng(png: Buffer): Picture | null {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined || header.length !== 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colour = -1, , , interlace] = header.subarray(8);
  const channels = channelsOfColour[colour];
  const isKnown = depth === 8 && interlace === 0 && channels !== undefined;
  if (!isKnown || width === 0 || height === 0 || width * height > maxPixels) return null;
  const lineBytes = width * channels;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    const lines = inflateSync(packed, { maxOutputLength: height * (lineBytes + 1) });
    if (lines.length !== height * (lineBytes + 1)) return null;
    return { width, height, channels, pixels: unfilter(lines, height, lineBytes, channels) };
  } catch {
    return null;
  }
}

export function encodePng({ width, height, channels, pixels }: Picture): Buffer {
  const lineBytes = width * channels;
  const lines = Buffer.alloc(height * (lineBytes + 1));
  for (let y = 0; y < height; y += 1) {
    pixels.copy(lines, y * (lineBytes + 1) + 1, y * lineBytes, (y + 1) * lineBytes);
  }
  const colour = Object.entries(channelsOfColour).find(([, count]) => count === channels)?.[0];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, Number(colour), 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** All of one shade of grey. */
export function greyPng(width: number, height: number, shade: number): Buffer {
  return encodePng({ width, height, channels: 1, pixels: Buffer.alloc(width * height, shade) });
}

function chunksOf(png: Buffer): Array<{ type: string; data: Buffer }> {
  const chunks: Array<{ type: string; data: Buffer }> = [];
  if (!png.subarray(0, 8).equals(signature)) return chunks;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** Each line is kept as its difference from what is left of and above it. */
function unfilter(lines: Buffer, height: number, lineBytes: number, step: number): Buffer {
  const pixels = Buffer.alloc(height * lineBytes);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (lineBytes + 1)] ?? 0;
    const from = y * (lineBytes + 1) + 1;
    const to = y * lineBytes;
    for (let x = 0; x < lineBytes; x += 1) {
      const left = x >= step ? (pixels[to + x - step] ?? 0) : 0;
      const up = y > 0 ? (pixels[to + x - lineBytes] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (pixels[to + x - lineBytes - step] ?? 0) : 0;
      pixels[to + x] = (lines[from + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
