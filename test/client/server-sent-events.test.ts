import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventStreamReader, type ServerSentEvent } from '../../src/client/server-sent-events.ts';

describe('an event stream', () => {
  it.each<[name: string, stream: string, events: Partial<ServerSentEvent>[]]>([
    ['data of several lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', [{ data: 'YHOO\n+2\n10' }]],
    [
      'a comment, an id, and an id that is taken back',
      ': test\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n',
      [
        { data: 'first', id: '1' },
        { data: 'second', id: '' },
        { data: ' third', id: '' },
      ],
    ],
    [
      'data without a value, and an end without a blank line',
      'data\n\ndata\ndata\n\ndata:',
      [{ data: '' }, { data: '\n' }],
    ],
    ['a space after the colon or none', 'data:test\n\ndata: test\n\n', [{ data: 'test' }, { data: 'test' }]],
    [
      'a byte order mark at the beginning alone',
      '\uFEFFdata: a\n\ndata: \uFEFFb\n\n',
      [{ data: 'a' }, { data: '\uFEFFb' }],
    ],
    [
      'a type, for one event only',
      'event: run.completed\ndata: a\n\ndata: b\n\n',
      [{ type: 'run.completed' }, { type: 'message' }],
    ],
    ['a type without data', 'event: a\n\ndata: b\n\n', [{ type: 'message', data: 'b' }]],
    ['an id with a NUL and unknown fields', 'id: 1\0\nfoo: bar\ndata: a\n\n', [{ id: '', data: 'a' }]],
    [
      'all three kinds of line ends',
      'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
      [{ data: 'a' }, { data: 'b' }, { data: 'c' }],
    ],
  ])('with %s is read as the standard says, in pieces of any size', (_name, stream, events) => {
    // A CR that ends the text may be half of a line end: what follows decides.
    const whole = readAll([stream]);
    expect(whole).toMatchObject(events);
    expect(whole).toHaveLength(events.length);
    expect(readAll([...stream])).toEqual(whole);
  });

  it('gives the same events however it is cut', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'data: a',
        'data',
        'data:',
        'id: 7-1',
        'id',
        'event: x',
        'retry: 5',
        ': note',
        '',
        '',
        '',
      ),
      fc.string().map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')))
      .map((lines) => `${lines.flat().join('')}data: end\n\n`);
    fc.assert(
      fc.property(text, fc.array(fc.nat(400)), (stream, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
        const pieces = places.slice(1).map((end, at) => stream.slice(places[at], end));
        expect(readAll(pieces)).toEqual(readAll([stream]));
      }),
    );
  });

  it('gives back what was written, and the place to come back to also without an event', () => {
    const data = fc.array(
      fc.string().map((text) => text.replace(/[\r\n]/g, '')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(fc.array(data, { maxLength: 5 }), (events) => {
        const stream = events
          .map((lines, at) => `id: 1-${at}\nevent: e\n${lines.map((text) => `data: ${text}\n`).join('')}\n`)
          .join('');
        const written = events.map((lines, at) => ({ id: `1-${at}`, type: 'e', data: lines.join('\n') }));
        expect(readAll([stream])).toEqual(written);
      }),
    );
    const reader = createEventStreamReader();
    expect(reader.read('retry: 1500\n: hello\nid: 7420-0\n\n')).toEqual([]);
    expect([reader.lastId(), reader.retryMs()]).toEqual(['7420-0', 1_500]);
    // An event that is not whole does not count, and neither does its id.
    expect(reader.read('id: 7421-1\ndata: {')).toEqual([]);
    expect(reader.lastId()).toBe('7420-0');
  });
});

function readAll(pieces: string[]): ServerSentEvent[] {
  const reader = createEventStreamReader();
  return pieces.flatMap((piece) => reader.read(piece));
}
