import { join } from 'node:path';
import { createTestFolder, startTestService, type TestService } from '../../support/service.js';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../support/small-disk.js';

export const needs = canMountDisks ? '' : ' (skipped: needs root and mount)';

/** The database and the browser live elsewhere; only the binaries and pictures are on the small disk. */
export async function startOnSmallDisk(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<{ service: TestService; disk: SmallDisk }> {
  const dataDir = await createTestFolder();
  const disk = mountSmallDisk(join(dataDir, 'objects'), 8);
  return { disk, service: await startTestService({ ...options, dataDir }) };
}
