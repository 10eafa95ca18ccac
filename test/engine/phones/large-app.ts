import { stat } from 'node:fs/promises';
import { expect } from 'vitest';
import { createPreparedApps } from '../../../src/engine/phones/prepared-apps.ts';
import type { AppSuffix } from '../../../src/engine/task.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { appFile, never } from './support.ts';

/** Prepares an app of 100 MB that was packed so, and looks at the memory meanwhile. */
export async function preparesInPieces(
  folder: string,
  filename: string,
  form: AppSuffix,
  make: (content: Buffer) => Promise<Buffer>,
): Promise<void> {
  const large = await make(Buffer.alloc(100_000_000, 'x'));
  const app = appFile(filename, large);
  const most = 60_000_000;
  collectGarbage();
  const before = memoryUsed();
  let peak = before;
  const watch = setInterval(() => {
    // When what is left over is collected by itself is not for the app to say.
    if (memoryUsed() - before >= most) collectGarbage();
    peak = Math.max(peak, memoryUsed());
  }, 5);
  const { path } = await createPreparedApps({ folder, maxBytes: 1e9 }).prepare(app, form, never);
  clearInterval(watch);
  expect((await stat(path)).size).toBeGreaterThan(0);
  expect(peak - before).toBeLessThan(most);
}

function memoryUsed(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
