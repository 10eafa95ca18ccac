import { serveJobs } from '../threads/serve-jobs.ts';
import { type AppIcon, type AppInfo, type BinaryKind, inspectBinary, NotAnApp, readIcon } from './inspect.ts';
import type { RandomAccess } from './source.ts';

/** What a job may look for. */
export interface Findings {
  info: AppInfo;
  icon: AppIcon | null;
}

export interface Looking {
  task: keyof Findings;
  size: number;
  kind: BinaryKind;
}

/** Of the file, which only the service itself reads. */
export interface Range {
  start: number;
  end: number;
}

export type Found = { found: Findings[keyof Findings] } | { notAnApp: string };

/** The thread's side of an inspector: parses what may be hostile. */
serveJobs<Looking, Range, Found>(async ({ task, size, kind }, ask) => {
  const source: RandomAccess = { size, read: (start, end) => ask({ start, end }) };
  const look = task === 'info' ? inspectBinary : readIcon;
  try {
    return { found: await look(source, kind) };
  } catch (error) {
    if (error instanceof NotAnApp) return { notAnApp: error.message };
    throw error;
  }
});
