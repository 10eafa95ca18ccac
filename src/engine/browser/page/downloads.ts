import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Download } from '../../acting/device.ts';
import { isSameExactly } from '../../scene/words.ts';
import { createChangeNotifier } from './change-notifier.ts';

/** A download, without what is in its file. */
export type KnownDownload = Omit<Download, keyof FileText>;

export type Downloads = Awaited<ReturnType<typeof acceptDownloads>>;

interface Entry extends KnownDownload {
  readonly path: string;
  /** Read once, when it is first asked for. */
  text: Promise<FileText> | null;
}

const mebibyte = 1_024 * 1_024;
/** Of one run. The browser reports what it has written twice a second: a file may be larger by what comes in that time. */
const downloadLimits = { files: 50, fileMib: 32, totalMib: 64 } as const;
const longestName = 255;

/**
 * The files that the pages of a context hand to the browser. They go into a folder of their own, in which each has a name that
 * the browser made up. By the browser itself: what Playwright keeps has no bounds.
 */
export async function acceptDownloads(browser: Browser, contextId: string, parentFolder: string) {
  const folder = join(parentFolder, randomUUID());
  const entries = new Map<string, Entry>();
  const changes = createChangeNotifier();
  const session = await browser.newBrowserCDPSession();
  const say = (behavior: 'allowAndName' | 'deny') =>
    session.send('Browser.setDownloadBehavior', {
      behavior,
      browserContextId: contextId,
      downloadPath: folder,
      eventsEnabled: behavior === 'allowAndName',
    });
  const cancel = (guid: string) =>
    void session.send('Browser.cancelDownload', { guid, browserContextId: contextId }).catch(() => undefined);

  session.on('Browser.downloadWillBegin', ({ guid, suggestedFilename, frameId }) => {
    void closeEmptyTab(frameId).catch(() => undefined);
    if (entries.size > downloadLimits.files) return cancel(guid);
    const name = suggestedFilename.replace(/\p{Cc}/gu, '').slice(0, longestName);
    const path = join(folder, guid);
    entries.set(guid, { name, size: 0, state: 'under way', reason: null, path, text: null });
    if (entries.size > downloadLimits.files) {
      void say('deny').catch(() => undefined);
      refuse(guid, `a run keeps ${downloadLimits.files} files, and this is one more`);
    }
    changes.notify();
  });

  session.on('Browser.downloadProgress', ({ guid, receivedBytes, totalBytes, state }) => {
    if (entries.get(guid)?.state !== 'under way') return;
    if (state === 'canceled')
      change(guid, { state: 'failed', reason: 'the server answered with an error, or its answer broke off' });
    else {
      change(guid, { size: receivedBytes });
      const excess = excessOf(Math.max(receivedBytes, totalBytes));
      if (excess !== null) refuse(guid, excess);
      else if (state === 'completed') change(guid, { state: 'finished' });
    }
    changes.notify();
  });

  /** A tab that was opened for a file alone never shows anything, and a browser with windows closes it. */
  async function closeEmptyTab(frameId: string): Promise<void> {
    // The main frame has the name of its tab; other frames have none of this kind.
    const { targetInfo } = await session.send('Target.getTargetInfo', { targetId: frameId });
    if (targetInfo.type === 'page' && /^:?$/.test(targetInfo.url))
      await session.send('Target.closeTarget', { targetId: frameId });
  }

  function change(guid: string, more: Partial<KnownDownload>): void {
    const entry = entries.get(guid);
    if (entry !== undefined) entries.set(guid, { ...entry, ...more });
  }

  function excessOf(bytes: number): string | null {
    if (bytes > downloadLimits.fileMib * mebibyte) return `it is larger than ${downloadLimits.fileMib} MiB`;
    const stored = [...entries.values()].filter(({ state }) => state !== 'failed');
    const all = stored.reduce((sum, { size }) => sum + size, 0);
    return all > downloadLimits.totalMib * mebibyte
      ? `with it, the files of this run are larger than ${downloadLimits.totalMib} MiB`
      : null;
  }

  function refuse(guid: string, reason: string): void {
    change(guid, { state: 'failed', reason });
    cancel(guid);
    // It may have come as a whole before anyone knew how large it is.
    void rm(join(folder, guid), { force: true }).catch(() => undefined);
  }

  function textOf(entry: Entry): Promise<FileText> {
    if (entry.state !== 'finished') return Promise.resolve(noText);
    entry.text ??= textOfFile(entry.path);
    return entry.text;
  }

  /** In the order in which they began. */
  const all = (): readonly KnownDownload[] =>
    [...entries.values()].map(({ path: _, text: __, ...known }) => known);

  await say('allowAndName');
  return {
    all,
    /** The last of that name. */
    named: (name: string) => all().findLast((one) => isSameExactly(one.name, name)) ?? null,
    /** Resolves at the next change of anything here, or after `maxMs`. */
    change: changes.wait,
    /** With the text of those that are text. */
    read: (): Promise<readonly Download[]> =>
      Promise.all(
        [...entries.values()].map(async (entry) => {
          const { path: _, ...known } = entry;
          return { ...known, ...(await textOf(entry)) };
        }),
      ),
    /** Removes the files; to be called when the pages are gone. */
    async remove() {
      await session.detach().catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}

/** What is written in a file. */
interface FileText {
  /** How it begins; null for what is no text. */
  readonly text: string | null;
  /** There is more of it. */
  readonly isCut: boolean;
}

const noText: FileText = { text: null, isCut: false };

const maxBytes = 1_024 * 1_024;

/** Null also for a file that can't be read. */
async function textOfFile(path: string): Promise<FileText> {
  try {
    const { bytes, isCut } = await beginningOf(path);
    return { text: decoded(bytes, isCut), isCut };
  } catch {
    return noText;
  }
}

async function beginningOf(path: string): Promise<{ bytes: Buffer; isCut: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return { bytes: buffer.subarray(0, bytesRead), isCut: size > maxBytes };
  } finally {
    await file.close();
  }
}

/** UTF-16 where it says so; UTF-8; else what spreadsheets write in the west, if it looks like text at all. */
function decoded(bytes: Buffer, isCut: boolean): string | null {
  const [first, second] = bytes;
  const decode = (encoding: string) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  if (first === 0xff && second === 0xfe) return decode('utf-16le');
  if (first === 0xfe && second === 0xff) return decode('utf-16be');
  if (bytes.some(isOfNoText)) return null;
  try {
    return decode('utf-8');
  } catch {
    return decode('windows-1252');
  }
}

/** Control characters, but for tabs, line ends and the one that terminals take colours from. */
function isOfNoText(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);
}
