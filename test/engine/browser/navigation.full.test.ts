import { describe, expect, it } from 'vitest';
import { noBrowser, openDevice, serve, usePool, why } from './support.ts';
import { isKept } from './ways-elsewhere.ts';

describe.skipIf(noBrowser)(`where a run may go${why}`, () => {
  const pool = usePool();

  it.each([
    'a link without opener',
    'a form',
    'a script',
    'a window',
    'a redirect in a new tab',
    'a redirect after a redirect',
    'a refresh',
  ])('is kept when %s leads elsewhere: the other server sees no request', async (way) => {
    await isKept(await pool(), way);
  });
});

describe.skipIf(noBrowser)(`a page that can not be reached${why}`, () => {
  const pool = usePool();

  it('ends the run, when its script never ends', async () => {
    const site = await serve({ '/': '<button onclick="setTimeout(() => { for (;;); })">Spin</button>' });
    const hand = await openDevice(await pool());
    await hand.open(site.url);
    await hand.click('Spin');
    const failure = await hand.click('Other', {}, 500).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ExecutionFailure', code: 'SITE_TIMEOUT' });
    expect(String(failure)).toContain('did not respond');
  });
});
