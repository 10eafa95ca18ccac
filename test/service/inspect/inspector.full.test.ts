import { afterEach, describe, expect, it } from 'vitest';
import { open, start } from './inspector.ts';

afterEach(() => Promise.all(open.splice(0).map((inspector) => inspector.close())));

describe('an inspector', () => {
  it('ends a job whose source never answers, and blames the source', async () => {
    const inspector = start({ timeoutMs: 2_000 });
    const silent = { size: 1000, read: () => new Promise<Buffer>(() => {}) };
    await expect(inspector.inspect(silent, 'zip')).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
