import type { PhoneFileKind, RunReport } from '../report.ts';
import type { Device } from './device.ts';

/** What a phone has to show beside its screen. All of it is evidence: without it the verdict is the same. */
export interface PhoneEvidence {
  /** Keeps the phone's log as it is when something first goes wrong; that of a crash takes its place. */
  log(isCrash?: boolean): Promise<void>;
  /** What the driver said of the screen until now. To be asked before the next step acts. */
  hierarchy(): Buffer | null;
  /** Keeps it, and returns its address. */
  keepHierarchy(xml: Buffer): Promise<string | null>;
  video(): Promise<void>;
}

export function phoneEvidence({ phone }: Device, report: RunReport, signal: AbortSignal): PhoneEvidence {
  let hasLog = false;

  async function keep(kind: PhoneFileKind, bytes: Buffer | null): Promise<string | null> {
    return bytes && report.file(kind, bytes);
  }

  async function attempt(work: () => Promise<string | null>): Promise<string | null> {
    try {
      return await work();
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  return {
    async log(isCrash = false) {
      if (phone === null || (hasLog && !isCrash)) return;
      hasLog = true;
      await attempt(async () => keep('log', inBytes(await phone.log(signal))));
    },
    hierarchy: () => inBytes(phone?.hierarchy() ?? null),
    keepHierarchy: (xml) => attempt(() => keep('hierarchy', xml)),
    async video() {
      if (phone !== null) await attempt(async () => keep('video', await phone.video(signal)));
    },
  };
}

function inBytes(text: string | null): Buffer | null {
  return text === null || text === '' ? null : Buffer.from(text);
}
