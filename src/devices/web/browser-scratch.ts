import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what one browser writes beside its profile: a browser that is killed does not clean up. */
export interface BrowserScratch {
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<BrowserScratch> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-'));
  const onExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', onExit);
  // A socket is made in there, and macOS has a long temporary folder and short paths of sockets.
  const temporary = process.platform === 'darwin' ? tmpdir() : folder;
  return {
    env: { TMPDIR: temporary, XDG_CONFIG_HOME: folder },
    async remove() {
      process.off('exit', onExit);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
