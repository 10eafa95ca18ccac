import { expect, it } from 'vitest';
import { shortWalk, walkThrough } from './own-sentences.ts';
import { noBrowser } from './support.js';

it.skipIf(noBrowser)(
  'a stored group of Gantry’s own sentences walks through the dashboard and passes',
  async () => {
    const { result, findings, titles } = await walkThrough((title) => shortWalk.includes(title));
    expect(findings).toEqual([]);
    expect(titles).toEqual(shortWalk);
    expect(result).toBe('PASS');
  },
);
