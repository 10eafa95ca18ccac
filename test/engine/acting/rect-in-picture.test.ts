import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rectInPicture } from '../../../src/engine/acting/rect-in-picture.ts';
import { greyPng } from '../../../src/kernel/png.ts';

const screen = { x: 0, y: 0, width: 400, height: 800 };

describe('the place of something in a picture', () => {
  it('is in pixels of the picture, however many of them a point has', () => {
    const rect = { x: 10, y: 20.5, width: 30, height: 40 };
    expect(rectInPicture(rect, screen, greyPng(400, 800, 0))).toEqual({
      x: 10,
      y: 20,
      width: 30,
      height: 40,
    });
    expect(rectInPicture(rect, screen, greyPng(1_200, 2_400, 0))).toEqual({
      x: 30,
      y: 61,
      width: 90,
      height: 120,
    });
  });

  it('lies within the picture, or is none', () => {
    const picture = greyPng(800, 1_600, 0);
    const length = fc.double({ min: -2_000, max: 2_000, noNaN: true });
    const size = fc.double({ min: 0, max: 3_000, noNaN: true });
    fc.assert(
      fc.property(fc.record({ x: length, y: length, width: size, height: size }), (rect) => {
        const place = rectInPicture(rect, screen, picture);
        if (place === null) return;
        expect(Object.values(place).every((number) => Number.isInteger(number) && number >= 0)).toBe(true);
        expect(place.x + place.width).toBeLessThanOrEqual(800);
        expect(place.y + place.height).toBeLessThanOrEqual(1_600);
      }),
    );
    expect(rectInPicture({ x: 0, y: 900, width: 10, height: 10 }, screen, picture)).toBeNull();
    expect(rectInPicture({ x: 0, y: 0, width: 9, height: 9 }, screen, Buffer.from('no picture'))).toBeNull();
  });
});
