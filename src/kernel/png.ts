import { crc32, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';

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

interface PngHead {
  readonly width: number;
  readonly height: number;
  /** As Xcode packs PNGs into apps ("CgBI"); browsers do not show them. */
  readonly isApple: boolean;
}

/** Null for what does not begin as a PNG does. */
export function readPngHead(png: Buffer): PngHead | null {
  return headOf(chunksOf(png));
}

/** Null for what is no PNG of a kind that browsers and phones make, or is too large. */
export function decodePng(png: Buffer): Picture | null {
  const chunks = chunksOf(png);
  const head = headOf(chunks);
  if (head === null) return null;
  const { width, height, isApple } = head;
  const [depth, colour = -1, , , interlace] = head.rest;
  const channels = channelsOfColour[colour];
  const isKnown = depth === 8 && interlace === 0 && channels !== undefined;
  if (!isKnown || width === 0 || height === 0 || width * height > maxPixels) return null;
  const lineBytes = width * channels;
  const inflate = isApple ? inflateRawSync : inflateSync;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    const lines = inflate(packed, { maxOutputLength: height * (lineBytes + 1) });
    if (lines.length !== height * (lineBytes + 1)) return null;
    const pixels = unfilter(lines, height, lineBytes, channels);
    if (isApple) toUsualColours(pixels, channels);
    return { width, height, channels, pixels };
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

interface Chunk {
  type: string;
  data: Buffer;
}

function headOf([first, second]: readonly Chunk[]): (PngHead & { rest: Buffer }) | null {
  const isApple = first?.type === 'CgBI';
  const header = isApple ? second : first;
  if (header?.type !== 'IHDR' || header.data.length !== 13) return null;
  const { data } = header;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), isApple, rest: data.subarray(8) };
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
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

/** Apple's order is blue, green, red, and its colours are multiplied by their alpha. */
function toUsualColours(pixels: Buffer, channels: number): void {
  const colours = channels < 3 ? 1 : 3;
  for (let at = 0; at < pixels.length; at += channels) {
    pixels.subarray(at, at + colours).reverse();
    const alpha = colours < channels ? (pixels[at + colours] ?? 0) : 255;
    if (alpha === 0 || alpha === 255) continue;
    for (let colour = at; colour < at + colours; colour += 1)
      pixels[colour] = Math.min(255, Math.round(((pixels[colour] ?? 0) * 255) / alpha));
  }
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
