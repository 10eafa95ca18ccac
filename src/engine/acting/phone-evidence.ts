import type { PhoneFileKind, RunReport } from '../report.ts';
import type { Device } from './device.ts';

export type PhoneEvidence = ReturnType<typeof phoneEvidence>;

/** What a phone has to show beside its screen. All of it is evidence: without it the verdict is the same. */
export function phoneEvidence({ phone }: Device, report: RunReport, signal: AbortSignal) {
  let hasLog = false;

  async function keep(
    kind: PhoneFileKind,
    get: () => Promise<Buffer | null> | Buffer,
  ): Promise<string | null> {
    try {
      const bytes = await get();
      return bytes && (await report.file(kind, bytes));
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  return {
    /** Keeps the phone's log as it is when something first goes wrong; that of a crash takes its place. */
    async log(isCrash = false) {
      if (phone === null || (hasLog && !isCrash)) return;
      hasLog = true;
      await keep('log', async () => inBytes(await phone.log(signal)));
    },
    /** What the driver said of the screen until now. To be asked before the next step acts. */
    hierarchy: () => inBytes(phone?.hierarchy() ?? null),
    /** Keeps it, and returns its address. */
    keepHierarchy: (xml: Buffer) => keep('hierarchy', () => xml),
    async video() {
      if (phone !== null) await keep('video', () => phone.video(signal));
    },
  };
}

function inBytes(text: string | null): Buffer | null {
  return text === null || text === '' ? null : Buffer.from(text);
}
