import { decodePng, encodePng, greyPng } from '../../kernel/png.ts';
import type { Bounds } from './ui-node.ts';

const grey = 0x80;

/**
 * Paints over places of a picture. `screenWidth` is in the units of the places: a phone's picture has more pixels than
 * its screen has points. A picture of a kind that phones don't make is covered as a whole rather than shown.
 */
export function maskPng(png: Buffer, places: readonly Bounds[], screenWidth: number): Buffer {
  const picture = decodePng(png);
  if (picture === null) return greyPng(320, 640, grey);
  const { width, height, channels, pixels } = picture;
  const scale = screenWidth > 0 ? width / screenWidth : 1;
  for (const place of places) {
    const left = clamp(Math.floor(place.left * scale), width);
    const right = clamp(Math.ceil(place.right * scale), width);
    const top = clamp(Math.floor(place.top * scale), height);
    const bottom = clamp(Math.ceil(place.bottom * scale), height);
    for (let y = top; y < bottom; y += 1) {
      pixels.fill(grey, (y * width + left) * channels, (y * width + right) * channels);
    }
  }
  return encodePng(picture);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
