import { describe, expect, it } from 'vitest';
import { runGantry } from '../../support/process.js';
import { place } from './log-lines.ts';

describe('gantry serve', () => {
  it('writes JSON lines into a pipe', async () => {
    const gantry = runGantry(['serve', ...(await place())]);
    await gantry.printed(/Try it:/);
    const [first = ''] = gantry.err().split('\n');
    expect(JSON.parse(first)).toMatchObject({ level: 30, message: expect.any(String) });
  });
});
