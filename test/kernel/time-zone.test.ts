import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startsOfDays, startsOfHours, timeZoneFault } from '../../src/kernel/time-zone.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const now = fc.date({
  // Later than the last time that a zone left out a whole day: Samoa, at the end of 2011.
  min: new Date('2012-04-01T00:00:00Z'),
  max: new Date('2037-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('the days of a time zone', () => {
  it('begin where its calendar turns to the next date, today the last', () => {
    fc.assert(
      fc.property(now, zones, fc.integer({ min: 1, max: 90 }), (at, timeZone, count) => {
        const dateOf = (ms: number) => new Date(ms).toLocaleDateString('sv', { timeZone });
        const starts = startsOfDays(at, count, timeZone).map((start) => start.getTime());
        const dates = starts.map(dateOf);
        expect(new Set(dates).size).toBe(count);
        expect(dates.at(-1)).toBe(dateOf(at.getTime()));
        for (const [place, start] of starts.entries()) {
          expect(start).toBeLessThanOrEqual(at.getTime());
          expect(dateOf(start - 1) < (dates[place] ?? '')).toBe(true);
        }
      }),
    );
  });

  it('have 23 and 25 hours where the clocks change', () => {
    const iso = (at: string) =>
      startsOfDays(new Date(at), 3, 'Europe/Berlin').map((start) => start.toISOString());
    expect(iso('2026-03-30T10:00:00Z')).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(iso('2026-10-26T10:00:00Z')).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
  });
});

describe('the hours of a time zone', () => {
  it('begin at its full hours, the present one last', () => {
    const starts = startsOfHours(new Date('2026-05-01T10:20:30.400Z'), 3, 'Asia/Kathmandu');
    expect(starts.map((start) => start.toISOString())).toEqual([
      '2026-05-01T08:15:00.000Z',
      '2026-05-01T09:15:00.000Z',
      '2026-05-01T10:15:00.000Z',
    ]);
  });
});

describe('the name of a time zone', () => {
  it('is one that the runtime knows, and never an offset', () => {
    for (const good of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])
      expect(timeZoneFault(good)).toBeNull();
    for (const bad of ['', 'Mars/Olympus', '+01:00', '-05', 'Europe/Berlin ', "UTC'"])
      expect(timeZoneFault(bad)).toContain('time zone');
  });
});
