import { describe, expect, it } from 'vitest';
import { compareNumbers, isOfSameUnit, readNumber } from '../../../src/engine/checks/numbers.ts';

describe('a number as it is written', () => {
  it.each([
    ['5', [5]],
    ['-3', [-3]],
    ['−€5', [-5]],
    ['€1,249.90', [1249.9]],
    ['€ 1.284,50', [1284.5]],
    ['100.00 €', [100]],
    ['CHF 12’000.50', [12000.5]],
    ['1 249,90 €', [1249.9]],
    ['1,234', [1234]],
    ['1,234,567', [1234567]],
    ['2,5', [2.5]],
    ['0.125', [0.125]],
    ['24 °C', [24]],
    ['3 new messages', [3]],
  ])('%s is read in one way', (text, values) => {
    expect(readNumber(text)).toEqual(values);
  });

  it.each(['', 'none', '3 of 5', '3 100', '2026-03-14', '1.2.3', '10:30'])('%s is none', (text) => {
    expect(readNumber(text)).toEqual([]);
  });

  it('is a thousand as money, and else may be a thousand or a fraction', () => {
    expect(readNumber('€ 1.284')).toEqual([1284]);
    expect(readNumber('1.284 km')).toEqual([1.284, 1284]);
  });

  it('is compared in each way, and where these differ, nobody can say', () => {
    const isMore = (one: number, other: number) => one > other;
    expect(compareNumbers([1.284, 1284], [1], isMore)).toBe(true);
    expect(compareNumbers([1.284, 1284], [1284], isMore)).toBe(false);
    expect(compareNumbers([1.284, 1284], [5], isMore)).toBeNull();
    expect(compareNumbers([], [5], isMore)).toBeNull();
  });

  it('is compared with none of another unit', () => {
    expect(isOfSameUnit('900 MB', '1.2 GB')).toBe(false);
    expect(isOfSameUnit('€5', '$5')).toBe(false);
    expect(isOfSameUnit('Total: € 5', '5')).toBe(true);
    expect(isOfSameUnit('24 °C', '18°C')).toBe(true);
  });
});
