import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../src/engine/checks/compare-pictures.ts';
import { encodePng } from '../../../src/kernel/png.ts';

const [width, height] = [40, 30];

interface Patch {
  x: number;
  y: number;
  side: number;
}

/** White, with a black square. */
function picture(channels: number, patch?: Patch): Buffer {
  const pixels = Buffer.alloc(width * height * channels, 0xff);
  for (let y = 0; patch !== undefined && y < patch.side; y += 1) {
    for (let x = 0; x < patch.side; x += 1) {
      const at = ((patch.y + y) * width + patch.x + x) * channels;
      pixels.fill(0, at, at + Math.min(channels, 3) - (channels === 2 ? 1 : 0));
    }
  }
  return encodePng({ width, height, channels, pixels });
}

const patches = fc.record({
  x: fc.integer({ min: 1, max: width - 12 }),
  y: fc.integer({ min: 1, max: height - 12 }),
  side: fc.integer({ min: 5, max: 10 }),
});

describe('two pictures of a page', () => {
  it('are the same where no pixel differs, in whatever form each is kept', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 4), fc.constantFrom(1, 2, 3, 4), patches, (one, other, patch) => {
        expect(compare(picture(one, patch), picture(other, patch), [])).toBeNull();
      }),
    );
  });

  it('differ where something was drawn, and it is said where', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const difference = compare(picture(3), picture(3, patch), []);
        expect(difference).toMatchObject({
          rect: { x: patch.x, y: patch.y, width: patch.side, height: patch.side },
          pixels: patch.side ** 2,
          share: patch.side ** 2 / (width * height),
        });
      }),
    );
  });

  it('are the same where only what is ignored differs', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const place = { x: patch.x - 0.5, y: patch.y, width: patch.side + 1, height: patch.side };
        expect(compare(picture(3), picture(3, patch), [place])).toBeNull();
      }),
    );
  });

  it('of two sizes differ as a whole', () => {
    const small = encodePng({ width: 10, height: 10, channels: 1, pixels: Buffer.alloc(100) });
    expect(compare(small, picture(3), [])).toMatchObject({ share: 1, pixels: width * height });
  });

  it('are the same where a few pixels or their shade differ by what nobody sees', () => {
    expect(compare(picture(3), picture(3, { x: 5, y: 5, side: 2 }), [])).toBeNull();
    const shade = Buffer.alloc(width * height, 0xfa);
    expect(compare(picture(1), encodePng({ width, height, channels: 1, pixels: shade }), [])).toBeNull();
  });
});
