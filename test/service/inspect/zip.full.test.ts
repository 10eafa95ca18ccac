import { describe, expect, it } from 'vitest';
import { sampleInfo } from './plist-samples.ts';
import { inspect } from './sources.ts';
import { hugeArchive, MiB } from './zip.ts';

describe('the cost follows the directory and the entries needed', () => {
  it('a directory of many megabytes is read once, in one read', async () => {
    const { source, directoryBytes } = hugeArchive(100_000);
    expect(await inspect(source, 'zip')).toMatchObject(sampleInfo);
    expect(source.bytes).toBeLessThan(directoryBytes + MiB);
    expect(source.reads).toBeLessThanOrEqual(3);
  });
});
