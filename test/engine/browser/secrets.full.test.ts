import { describe, it } from 'vitest';
import { isHeard, toldWays } from './secret-ways.ts';
import { noBrowser, usePool, why } from './support.ts';

describe.skipIf(noBrowser)(`a secret${why}`, () => {
  const pool = usePool();

  it.each(toldWays.slice(1))('is %s on a page of its hosts', async (...way) => {
    await isHeard(await pool(), way);
  });
});
