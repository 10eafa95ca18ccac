import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/kernel/page.ts';

it('a cursor leads back to its place, and any other text to none or to a place of the right shape', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.uuid(),
      (createdAt, id) => {
        expect(decodeCursor(encodeCursor({ createdAt, id }))).toEqual({ createdAt, id });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const place = decodeCursor(text);
      expect(place === null || /^[A-Za-z0-9-]+$/.test(place.id)).toBe(true);
    }),
  );
});
