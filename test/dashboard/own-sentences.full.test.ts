import { expect, it } from 'vitest';
import { shortWalk, walkThrough } from './own-sentences.ts';
import { noBrowser } from './support.js';

it.skipIf(noBrowser)(
  'the rest of Gantry’s own sentences walks through the dashboard and passes',
  async () => {
    const { result, findings } = await walkThrough((title) => !shortWalk.includes(title));
    expect(findings).toEqual([
      // It opens pages without a session, and tries a key that is none.
      'A key signs in, and signing out ends it: warning: GET /api/v1/session answered 401',
      'A key signs in, and signing out ends it: warning: POST /api/v1/session answered 401',
    ]);
    expect(result).toBe('PASS');
  },
);
