import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  /** Until it takes neither a byte nor a file. */
  fill(): void;
  empty(): void;
  makeReadOnly(): void;
  makeWritable(): void;
}

/** Only root can mount one, and not in every container. */
export const canMountDisks = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'gantry-mount-'));
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();

/** A file system of its own at that folder; it goes with the test. */
export function mountSmallDisk(folder: string, mebibytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const size = `size=${mebibytes}m,nr_inodes=20000,mode=711`;
  if (!mount('-t', 'tmpfs', '-o', size, 'tmpfs', folder)) throw new Error(`nothing is mounted at ${folder}`);
  const stuffing = join(folder, 'stuffing');
  onTestFinished(async () => {
    // Lazily: what is still open must not keep the folder.
    spawnSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    fill() {
      mkdirSync(stuffing, { recursive: true });
      for (let size = 1024 * 1024; size >= 4_096; size /= 4) putUntilFull(stuffing, Buffer.alloc(size));
      putUntilFull(stuffing, Buffer.alloc(0));
    },
    empty: () => rmSync(stuffing, { recursive: true, force: true }),
    makeReadOnly: () => remount(folder, 'ro'),
    makeWritable: () => remount(folder, 'rw'),
  };
}

function putUntilFull(folder: string, bytes: Buffer): void {
  for (;;) {
    const path = join(folder, crypto.randomUUID());
    try {
      writeFileSync(path, bytes);
    } catch {
      if (bytes.length > 0) rmSync(path, { force: true });
      return;
    }
  }
}

function remount(folder: string, how: 'ro' | 'rw'): void {
  if (!mount('-o', `remount,${how}`, folder)) throw new Error(`${folder} can't be mounted ${how}`);
}

function mount(...args: string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
