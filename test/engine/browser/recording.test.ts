import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noBrowser, serve, startPool, takeDevice, why } from './support.ts';

describe.skipIf(noBrowser)(`a pool of pages${why}`, () => {
  it('leaves nothing of a recording that nobody asks for', async () => {
    const { pool, folder, stop } = await startPool({ allowPrivate: true });
    const recordings = async () =>
      (await readdir(join(folder, 'traces'))).filter((name) => name.endsWith('.trace'));
    const site = await serve({ '/': '<h1>Hello</h1>' });
    // That of the page which waits for the next run.
    await expect.poll(recordings).toHaveLength(1);
    for (let run = 0; run < 3; run += 1) {
      const hand = await takeDevice(pool);
      await hand.open(site.url);
      const [former] = await recordings();
      await hand.device.close();
      await expect.poll(recordings).toEqual([expect.not.stringMatching(`^${former}$`)]);
    }
    await stop();
  });
});
