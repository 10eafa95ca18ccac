import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { maskPng } from '../../../src/engine/phones/png-mask.ts';

const [width, height] = [20, 10];

it.each([0, 1, 2, 3, 4])('paints over the places and nothing else, in lines of filter %i', (filter) => {
  const pixels = Array.from({ length: height * width * 4 }, (_, at) => (at * 7 + (at >> 5)) & 0xff);
  const covered = readPng(
    maskPng(writePng(pixels, filter), [{ left: 1, top: 1, right: 3, bottom: 2 }], width / 2),
  );
  const expected = pixels.map((value, at) => {
    const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)];
    return x >= 2 && x < 6 && y >= 2 && y < 4 ? 0x80 : value;
  });
  expect([...covered]).toEqual(expected);
});

it('shows nothing at all of a picture that it can not paint in', () => {
  const png = maskPng(Buffer.from('no picture'), [{ left: 0, top: 0, right: 1, bottom: 1 }], 10);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});

/** Filtered as a phone might, each line in the same way. */
function writePng(pixels: readonly number[], filter: number): Buffer {
  const lines: number[] = [];
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[y * width * 4 + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    lines.push(filter);
    for (let x = 0; x < width * 4; x += 1) {
      const [left, up, corner] = [at(x - 4, y), at(x, y - 1), x < 4 ? 0 : at(x - 4, y - 1)];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      lines.push((at(x, y) - guess) & 0xff);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const packed = deflateSync(Buffer.from(lines));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', packed.subarray(0, 20)),
    chunk('IDAT', packed.subarray(20)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Checksums are not looked at on the way in. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function readPng(png: Buffer): Buffer {
  const start = png.indexOf('IDAT');
  const lines = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  return Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      lines.subarray(y * (width * 4 + 1) + 1, (y + 1) * (width * 4 + 1)),
    ),
  );
}
