import { describe, expect, it } from 'vitest';
import { watchTemporaryFolder } from '../browser/programs.ts';
import { noBrowser, serve, startPool, takeDevice, why } from './support.ts';

// In a file of its own: the spare page of another pool would be recorded into the watched folder too.
describe.skipIf(noBrowser)(`a pool of pages${why}`, () => {
  it('leaves nothing of a recording that nobody asks for', async () => {
    const leftovers = await watchTemporaryFolder();
    const { pool, stop } = await startPool({ allowPrivate: true });
    const site = await serve({ '/': '<h1>Hello</h1>' });
    for (let run = 0; run < 3; run += 1) {
      const hand = await takeDevice(pool);
      await hand.open(site.url);
      expect(await leftovers()).not.toEqual([]);
      await hand.device.close();
    }
    await stop();
    await expect.poll(leftovers).toEqual([]);
  });
});
