import type { AppIcon, AppInfo, BinaryKind } from './inspect.ts';

/** What a job may look for. */
export interface Findings {
  info: AppInfo;
  icon: AppIcon | null;
}

/** To the thread. It has one job at a time; `failed` means that the source could not be read. */
export type ToThread =
  | { type: 'inspect'; task: keyof Findings; size: number; kind: BinaryKind }
  | { type: 'bytes'; read: number; bytes: Uint8Array }
  | { type: 'failed'; read: number };

/** From the thread. Every job begins with `taken` and ends in exactly one of the last four. */
export type FromThread =
  | { type: 'taken' }
  | { type: 'read'; read: number; start: number; end: number }
  | { type: 'found'; found: Findings[keyof Findings] }
  | { type: 'not-an-app'; message: string }
  | { type: 'source-failed' }
  | { type: 'broken'; message: string; stack: string | undefined };
