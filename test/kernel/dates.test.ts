import { describe, expect, it } from 'vitest';
import { dayIn, readDate } from '../../src/kernel/dates.ts';

describe('a date as it is written', () => {
  it.each([
    '2026-03-14',
    '14.03.2026',
    '14. 3. 2026',
    '14 March 2026',
    '14th March 2026',
    '14 Mar 2026',
    'March 14, 2026',
    'Sat, 14 March 2026',
    'Saturday, March 14, 2026',
    '14/03/2026',
    '03/14/2026',
  ])('%s is that day', (text) => {
    expect(dayIn(text)).toBe('2026-03-14');
  });

  it('may be one of two days, where day and month stand in either order', () => {
    expect(readDate('03/04/2026')).toHaveLength(2);
    expect(dayIn('03/04/2026')).toBeNull();
    expect(dayIn('04/04/2026')).toBe('2026-04-04');
  });

  it('has a time where one is there', () => {
    const [day = 0] = readDate('2026-03-14');
    expect(readDate('2026-03-14T10:30')).toEqual([day + 630]);
    expect(readDate('14 March 2026, 10:30 pm')).toEqual([day + 22 * 60 + 30]);
    expect(dayIn('2026-03-14 00:00')).toBeNull();
    expect(dayIn('Tuesday, 17 March 2026')).toBe('2026-03-17');
  });

  it.each(['', '31.02.2026', '14 Marc', '14 March', '5 items 2026', 'March', '14 May be 2026', '1.2.3'])(
    '%s is none',
    (text) => {
      expect(readDate(text)).toEqual([]);
    },
  );
});
