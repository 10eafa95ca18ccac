import { expect, it } from 'vitest';
import { faultsOfPages } from './every-page.ts';
import { noBrowser, useDashboard } from './support.js';

const openDashboard = useDashboard();

it.skipIf(noBrowser)(
  'every page shows whatever others have named as text, is accessible, and does not scroll sideways, also in the other of its two looks',
  async () => {
    expect(await faultsOfPages(openDashboard, (path, look) => path % 2 !== look)).toEqual([]);
  },
);
