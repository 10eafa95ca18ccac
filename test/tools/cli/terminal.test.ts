import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText } from '../../../src/client/index.ts';
import { createPrinter } from '../../../src/tools/cli/printer.ts';
import { readEnvironment } from '../../../src/tools/cli/settings.ts';
import { agoText, bytesText } from '../../../src/tools/cli/terminal/format.ts';
import { progressBar, reportProgress } from '../../../src/tools/cli/terminal/progress.ts';
import { tableLines } from '../../../src/tools/cli/terminal/table.ts';
import { clean, fitted, widthOf } from '../../../src/tools/cli/terminal/text.ts';

describe('the progress bar', () => {
  it('fits any width and never shows more than all', () => {
    const progress = fc.record({
      label: fc.string(),
      doneBytes: fc.nat(),
      totalBytes: fc.nat(),
      bytesPerSecond: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    });
    fc.assert(
      fc.property(progress, fc.integer({ min: 1, max: 200 }), (state, width) => {
        const bar = progressBar(state, width);
        expect(widthOf(bar)).toBeLessThanOrEqual(width);
        expect(Number(/(\d+) %/.exec(bar)?.[1] ?? 0)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('has share, amount, rate and time left', () => {
    const state = {
      label: 'Shop.apk',
      doneBytes: 12_300_000,
      totalBytes: 21_000_000,
      bytesPerSecond: 4_200_000,
    };
    expect(progressBar(state, 80)).toMatch(
      /^Shop\.apk {2}█+░+ {2}58 % {2}12\.3 MB of 21\.0 MB {2}4\.2 MB\/s {2}3\.0 s left$/,
    );
  });

  it('is a plain line every few seconds where there is no terminal, and nothing with --quiet or --json', () => {
    for (const [isQuiet, isJson, lines] of [
      [false, false, 3],
      [true, false, 0],
      [false, true, 0],
    ] as const) {
      let nowMs = 0;
      let err = '';
      const write = (text: string) => {
        err += text;
      };
      const printer = createPrinter({ ...stubIo, stderr: { write } }, { isQuiet, isJson });
      const progress = reportProgress(printer, 'a.apk', 1_000, () => nowMs);
      for (; nowMs <= 16_000; nowMs += 100) progress.update(nowMs / 20);
      progress.end();
      expect(err.split('\n').length - 1).toBe(lines);
      if (lines > 0) expect(err).toMatch(/^a\.apk: 25 %, 250 B of 1\.0 kB, 50 B\/s, 15\.0 s left\n/);
    }
  });
});

describe('a table', () => {
  it('never gets wider than the terminal as long as its fixed columns fit', () => {
    const rows = fc.array(
      fc.record({
        id: fc.string({ maxLength: 8 }),
        name: fc.string({ unit: 'grapheme' }),
        more: fc.string(),
      }),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 30, max: 120 }), (records, width) => {
        const lines = tableLines(
          records,
          [
            { title: 'id', value: ({ id }) => id },
            { title: 'name', value: ({ name }) => name, isFlexible: true },
            { title: 'more', value: ({ more }) => more, isDispensable: true },
          ],
          width,
        );
        expect(lines).toHaveLength(records.length + 1);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('text of others', () => {
  it('is shown without anything that steers a terminal, and fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 40 }), (text, width) => {
        const shown = clean(text);
        expect(shown).not.toMatch(/\p{Cc}/u);
        expect(widthOf(fitted(shown, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('figures', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [99_960, '100 kB'],
    [999_600, '1.0 MB'],
    [4_294_967_296, '4.3 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    [850, '850 ms'],
    [4_210, '4.2 s'],
    [59_960, '1 min'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
    [270_000_000, '3 d 3 h'],
  ])('%d ms are %s', (durationMs, text) => expect(durationText(durationMs)).toBe(text));

  it('are relative to now', () => {
    const nowMs = Date.parse('2026-01-01T12:00:00.000Z');
    expect(agoText('2026-01-01T11:57:00.000Z', nowMs)).toBe('3 min ago');
    expect(agoText('2026-01-08T12:00:00.000Z', nowMs)).toBe('in 7 d');
    expect(agoText('2026-01-01T12:00:00.000Z', nowMs)).toBe('now');
  });
});

const stubIo = {
  stdin: process.stdin,
  stdout: { write: () => undefined },
  environment: readEnvironment({}),
  onInterrupt: () => () => undefined,
  exit: () => undefined,
};
