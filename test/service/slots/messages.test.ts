import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { readCall, type SlotCall } from '../../../src/service/slots/messages.ts';
import { createSlotReport, tell } from '../../../src/service/slots/slot-report.ts';

const png = Buffer.from('png');
const picture = { name: 'Home', width: 100, height: 100, browser: 'chromium-linux' };
/** As it comes out of the channel between two processes. */
const received = (message: unknown) => deserialize(serialize(message));

it('what a slot tells and asks is read as it was sent', () => {
  const sent: SlotCall[] = [tell('alive'), tell('screen', png), tell('ended', { kind: 'done' })];
  const { report } = createSlotReport((call) => sent.push(call));
  report.describe({ featureName: 'Checkout' });
  void report.file('log', png);
  void report.propose({ picture, png, difference: { png, pixels: 7 } });
  expect(sent.map((call) => readCall(received(call)))).toEqual(sent);
  expect(sent.map(({ method, question }) => [method, question])).toEqual([
    ['alive', null],
    ['screen', null],
    ['ended', null],
    ['describe', null],
    ['file', 1],
    ['propose', 2],
  ]);
});

it.each<[why: string, message: unknown]>([
  ['no object', 'alive'],
  ['no method', { method: 'restart', question: null, args: [] }],
  ['a method of every object', { method: 'constructor', question: null, args: [] }],
  ['a question that nobody answers', { method: 'alive', question: 1, args: [] }],
  ['an answer that nobody waits for', { method: 'screenshot', question: null, args: [png] }],
  ['no number of a question', { method: 'screenshot', question: '1', args: [png] }],
  ['no bytes', { method: 'screenshot', question: 1, args: [{ length: 3 }] }],
  ['too little', { method: 'file', question: 1, args: ['log'] }],
  ['too much', { method: 'screenshot', question: 1, args: [png, png] }],
  ['another kind of file', { method: 'file', question: 1, args: ['passwd', png] }],
  [
    'a part without bytes',
    { method: 'propose', question: 1, args: [{ picture, png: 'png', difference: null }] },
  ],
])('is no message of a slot: %s', (_why, message) => {
  expect(readCall(received(message))).toBeNull();
});

it('a question gets its own answer, or fails where the service could not do it', async () => {
  const { report, answered } = createSlotReport(() => undefined);
  const [first, second] = [report.screenshot(png), report.baseline(picture)];
  answered({ type: 'answer', question: 2, isDone: false, value: null });
  answered({ type: 'answer', question: 1, isDone: true, value: '/files/1.png' });
  await expect(first).resolves.toBe('/files/1.png');
  await expect(second).rejects.toThrow('baseline');
});
