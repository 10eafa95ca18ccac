import type { UserContent } from 'ai';
import type { Device } from '../acting/device.ts';

/** What the model is shown of the screen. */
export interface ModelScreen {
  snapshot: string;
  /** Null when none could be taken. */
  png: Buffer | null;
}

const longestSnapshot = 60_000;

/** Covered before anything is made of it: what is quoted from it is compared with what the model has seen. */
export async function look(
  device: Device,
  mask: (text: string) => string,
  signal: AbortSignal,
): Promise<ModelScreen> {
  const snapshot = await readSnapshot(device, mask, signal);
  return { snapshot, png: await photograph(device, signal) };
}

export async function readSnapshot(
  device: Device,
  mask: (text: string) => string,
  signal: AbortSignal,
): Promise<string> {
  const snapshot = mask(await device.snapshot(signal));
  if (snapshot.length <= longestSnapshot) return snapshot;
  const left = snapshot.length - longestSnapshot;
  return `${snapshot.slice(0, longestSnapshot)}\n… (${left} more characters are left out)`;
}

/** Null when none can be taken: a missing picture ends nothing. */
export async function photograph(device: Device, signal: AbortSignal): Promise<Buffer | null> {
  try {
    return await device.screenshot(signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** The screen between marks that it can't forge. */
export function shown({ snapshot, png }: ModelScreen, lead: string): UserContent {
  const text = `${lead}\n<screen>\n${snapshot.replaceAll(/<(?=\/?\s*screen)/gi, '‹')}\n</screen>`;
  return png === null
    ? [{ type: 'text', text }]
    : [
        { type: 'text', text },
        { type: 'image', image: png, mediaType: 'image/png' },
      ];
}
