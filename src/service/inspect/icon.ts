import { decodePng, encodePng, readPngHead } from '../../kernel/png.ts';
import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';

export interface AppIcon {
  readonly type: 'png' | 'webp';
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** By its bytes, whatever its name says. Null for what is no picture that every browser shows, or too large. */
export function toIcon(bytes: Buffer): AppIcon | null {
  const png = readPngHead(bytes);
  if (png) {
    const shown = isShowable(png, bytes) ? (png.isApple ? toUsualPng(bytes) : bytes) : null;
    return shown && { type: 'png', width: png.width, bytes: ownBytes(shown) };
  }
  const webp = sizeOfWebp(bytes);
  return webp && isShowable(webp, bytes) ? { type: 'webp', width: webp.width, bytes: ownBytes(bytes) } : null;
}

export function widerOf(one: AppIcon | null, other: AppIcon | null): AppIcon | null {
  return one && other && other.width <= one.width ? one : (other ?? one);
}

/** What is wrong with one file leaves the others. */
export async function nullIfDamaged<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotAnApp) return null;
    throw error;
  }
}

/** A view would drag all that it was cut out of into the message to the main thread. */
function ownBytes(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function isShowable({ width, height }: Size, bytes: Buffer): boolean {
  const isSane = (pixels: number) => pixels >= 1 && pixels <= limits.iconPixels;
  return isSane(width) && isSane(height) && bytes.length <= limits.iconBytes;
}

function toUsualPng(apple: Buffer): Buffer | null {
  const picture = decodePng(apple);
  const usual = picture && encodePng(picture);
  return usual && usual.length <= limits.iconBytes ? usual : null;
}

/** One of three kinds of frame comes first: lossy, lossless, or a canvas around either. */
function sizeOfWebp(bytes: Buffer): Size | null {
  const text = (start: number) => bytes.toString('latin1', start, start + 4);
  if (bytes.length < 30 || text(0) !== 'RIFF' || text(8) !== 'WEBP') return null;
  if (text(12) === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (text(12) === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const isLossy = text(12) === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a;
  return isLossy ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff } : null;
}
