import { describe, expect, it } from 'vitest';
import { silentFor } from './watch-slot.ts';

describe('a slot that says nothing', () => {
  it('and gets nothing of the processor has four times as long: the machine may be busy', async () => {
    expect(await silentFor('setInterval(() => {}, 1e6)')).toBeGreaterThanOrEqual(4);
  });
});
