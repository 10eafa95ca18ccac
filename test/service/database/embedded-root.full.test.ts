import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Bench, isRoot, ownerAndMode } from './support/embedded-bench.ts';

describe.skipIf(!isRoot)('root (needs root)', () => {
  const bench = new Bench();
  afterEach(() => bench.stopAll());
  afterAll(() => bench.clear());

  it('does not open a data directory that its user has closed: the cluster moves, also under a strict umask', async () => {
    const dataDir = await bench.folder({ mode: 0o700 });
    const systemDir = join(await bench.folder(), 'system');
    const server = await bench.spawn({ dataDir, systemDir }, undefined, { UMASK: '077' });
    expect(server.location.cluster.startsWith(systemDir)).toBe(true);
    expect(await ownerAndMode(dataDir)).toEqual({ uid: 0, mode: '700' });
    expect(await ownerAndMode(join(server.location.cluster, '..'))).toEqual({ uid: 0, mode: '711' });
  });
});
