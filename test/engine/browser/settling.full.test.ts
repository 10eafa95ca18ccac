import { describe, expect, it } from 'vitest';
import { page, perform, seesForAMoment, seesNothingTakenBack } from './settling.ts';
import { noBrowser, openDevice, serve, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`a message that goes again${why}`, () => {
  const pool = usePool();

  it('has been seen, also where it goes while the pictures of a step are stored', async () => {
    const site = await serve({
      '/': page(
        `message.hidden = false;
         setTimeout(() => { message.hidden = true; new Image().src = '/gone' }, 2000)`,
      ),
      '/gone': '',
    });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await perform(hand, 'Click "Save"');
    await expect.poll(() => site.requests, { timeout: 10_000 }).toContain('GET /gone');
    expect(await perform(hand, 'See "Settings saved"')).toBe('Saw "Settings saved". It has gone since.');
  });

  it('has not been seen where the page takes it back when the server answers: three times of three', async () => {
    await seesNothingTakenBack(await pool(), 3);
  });

  it('is not hidden where an answer brings it for a moment: three times of three', async () => {
    await seesForAMoment(await pool(), 3);
  });
});
