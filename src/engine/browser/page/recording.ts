import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { folderBytes } from '../../../kernel/folder-bytes.ts';

export type Recording = Awaited<ReturnType<typeof startRecording>>;

const maxBytes = 32 * 1024 * 1024;
/** Before it is packed. A page can make it grow by many megabytes a second. */
const growing = { bytes: 128 * 1024 * 1024, files: 5_000 };
const lookEveryMs = 500;

/** What Playwright's trace viewer shows: with the page before and after each action, and without a film: that costs three times as much. */
export async function startRecording(context: BrowserContext, folder: string) {
  let isOn = false;
  let isGone = false;
  let looking: NodeJS.Timeout | undefined;
  // Playwright keeps the call stacks of a recording, and those of every later call with them, in memory and in a folder until
  // it is ended. After the context is gone there is nothing left to record, but this still makes it forget.
  const forget = () => context.tracing.stop().catch(() => undefined);
  const end = () => {
    clearInterval(looking);
    isOn = false;
  };
  context.once('close', () => {
    isGone = true;
    if (isOn) void forget();
    end();
  });
  try {
    await context.tracing.start({ snapshots: true, screenshots: false, sources: false });
    isOn = !isGone;
  } finally {
    if (!isOn) await forget();
  }

  async function dropIfTooLarge(): Promise<void> {
    if ((await folderBytes(folder, growing)) <= growing.bytes || !isOn) return;
    end();
    await forget();
  }

  return {
    /** The run begins: from now on the recording may grow. */
    watch() {
      if (isOn) looking ??= setInterval(() => void dropIfTooLarge(), lookEveryMs).unref();
    },

    /** Ends it and throws it away: it would hold what is secret. */
    async drop() {
      if (!isOn) return;
      end();
      await context.tracing.stop();
    },

    /** Ends it and gives it as a zip; null when it was dropped or is too large to keep. */
    async finish(): Promise<Buffer | null> {
      if (!isOn) return null;
      end();
      const path = join(folder, `${randomUUID()}.zip`);
      try {
        await context.tracing.stop({ path });
        const { size } = await stat(path);
        return size > maxBytes ? null : await readFile(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
