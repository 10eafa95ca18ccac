import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

/** What Playwright's trace viewer shows. */
export interface Recording {
  /** Ends it and throws it away: it would hold what is secret. */
  drop(): Promise<void>;
  /** Ends it and gives it as a zip; null when it was dropped or is too large to keep. */
  finish(): Promise<Buffer | null>;
}

const maxBytes = 32 * 1024 * 1024;

/** With the page before and after each action, and without a film: that costs three times as much. */
export async function startRecording(context: BrowserContext): Promise<Recording> {
  let isOn = false;
  let isGone = false;
  // Playwright keeps the call stacks of a recording, and those of every later call with them, in memory and in a folder until
  // it is ended. After the context is gone there is nothing left to record, but this still makes it forget.
  const forget = () => context.tracing.stop().catch(() => undefined);
  context.once('close', () => {
    isGone = true;
    if (isOn) void forget();
    isOn = false;
  });
  try {
    await context.tracing.start({ snapshots: true, screenshots: false, sources: false });
    isOn = !isGone;
  } finally {
    if (!isOn) await forget();
  }
  return {
    async drop() {
      if (!isOn) return;
      isOn = false;
      await context.tracing.stop();
    },

    async finish() {
      if (!isOn) return null;
      isOn = false;
      const folder = await mkdtemp(join(tmpdir(), 'gantry-trace-'));
      try {
        const path = join(folder, `${randomUUID()}.zip`);
        await context.tracing.stop({ path });
        const { size } = await stat(path);
        return size > maxBytes ? null : await readFile(path);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
