import { expect } from 'vitest';
import type { DevicePool } from '../../../src/engine/acting/device.ts';
import { performSentence } from '../acting/perform-sentence.ts';
import { type Answer, type Hand, openDevice, serve } from './support.ts';

export const unread = { 'cache-control': 'no-store', 'content-type': 'application/json' };
/** An answer that comes only then. */
export const later =
  (ms: number): Answer =>
  (_request, response) =>
    void setTimeout(() => response.writeHead(200, unread).end('{"ok":true}'), ms);

/** A page that does so on a click on "Save". */
export const page = (onclick: string) => `<button id=save>Save</button><p id=message hidden>Settings saved</p>
  <script>save.onclick = () => { ${onclick} }</script>`;

export const perform = (hand: Hand, sentence: string, timeoutMs = 5_000) =>
  performSentence(hand.device, sentence, timeoutMs);

/** A message that goes again after a moment is seen. */
export async function seesForAMoment(pool: DevicePool, times: number): Promise<void> {
  const site = await serve({
    '/': page(
      `fetch('/api').then((answer) => answer.ok && show())
       const show = () => { message.hidden = false; setTimeout(() => { message.hidden = true }, 2500) }`,
    ),
    '/api': later(150),
  });
  const hand = await openDevice(pool);
  for (let time = 0; time < times; time += 1) {
    await hand.open(site.url);
    await perform(hand, 'Click "Save"');
    expect(await perform(hand, 'See "Settings saved"')).toContain('Saw "Settings saved".');
  }
}

/** A message that the page takes back when the server answers is not. */
export async function seesNothingTakenBack(pool: DevicePool, times: number): Promise<void> {
  const site = await serve({
    '/': page(`message.hidden = false; fetch('/api').then(() => { message.hidden = true })`),
    '/api': later(1_500),
  });
  const hand = await openDevice(pool);
  for (let time = 0; time < times; time += 1) {
    await hand.open(site.url);
    await perform(hand, 'Click "Save"');
    await expect(perform(hand, 'See "Settings saved"', 300)).rejects.toThrow(
      'Expected to see "Settings saved"',
    );
  }
}
