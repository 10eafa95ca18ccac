import pixelmatch from 'pixelmatch';
import { decodePng, encodePng, type Picture } from '../../kernel/png.ts';
import type { Rect } from '../scene/rect.ts';

export interface Difference {
  readonly pixels: number;
  /** Of all pixels. */
  readonly share: number;
  /** Around all that differs. */
  readonly rect: Rect | null;
  /** What differs in red, on a pale picture of the page. */
  readonly png: Buffer;
}

/** How much a pixel may differ, as pixelmatch measures it; the edges of letters may differ by more. */
const threshold = 0.1;
/** People do not see a difference of fewer. */
const mostPixels = 8;
const red = [255, 0, 0] as const;

/** Null where people see no difference. Sizes that differ make pictures of all different pixels. */
export function compare(before: Buffer, now: Buffer, ignored: readonly Rect[]): Difference | null {
  if (before.equals(now)) return null;
  const [one, other] = [rgbaOf(before), rgbaOf(now)];
  const { width, height } = other;
  if (one.width !== width || one.height !== height) {
    const rect = { x: 0, y: 0, width, height };
    return { pixels: width * height, share: 1, rect, png: now };
  }
  for (const rect of ignored) for (const picture of [one, other]) blank(picture, rect);
  const output = Buffer.alloc(other.pixels.length);
  const pixels = pixelmatch(one.pixels, other.pixels, output, width, height, {
    threshold,
    diffColor: [...red],
  });
  if (pixels <= mostPixels) return null;
  const rect = placeOfRed(output, width, height);
  const png = encodePng({ width, height, channels: 4, pixels: output });
  return { pixels, share: pixels / (width * height), rect, png };
}

function rgbaOf(png: Buffer): Picture {
  const picture = decodePng(png);
  if (picture === null) throw new TypeError('a picture of the page is no PNG that can be read');
  const { width, height, channels, pixels } = picture;
  if (channels === 4) return picture;
  const isGrey = channels < 3;
  const rgba = Buffer.alloc(width * height * 4, 0xff);
  for (let at = 0; at < width * height; at += 1) {
    for (let colour = 0; colour < 3; colour += 1)
      rgba[at * 4 + colour] = pixels[at * channels + (isGrey ? 0 : colour)] ?? 0;
    if (channels === 2) rgba[at * 4 + 3] = pixels[at * channels + 1] ?? 0;
  }
  return { width, height, channels: 4, pixels: rgba };
}

function blank({ width, height, pixels }: Picture, { x, y, width: across, height: down }: Rect): void {
  const left = Math.min(Math.max(Math.floor(x), 0), width);
  const right = Math.min(Math.max(Math.ceil(x + across), left), width);
  const bottom = Math.min(Math.ceil(y + down), height);
  for (let line = Math.max(Math.floor(y), 0); line < bottom; line += 1)
    pixels.fill(0, (line * width + left) * 4, (line * width + right) * 4);
}

function placeOfRed(pixels: Buffer, width: number, height: number): Rect | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (pixels[at] !== red[0] || pixels[at + 1] !== red[1] || pixels[at + 2] !== red[2]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
