import type { AppInfo, BinaryKind } from './inspect.ts';

/** To the thread. It has one job at a time; `failed` means that the source could not be read. */
export type ToThread =
  | { type: 'inspect'; size: number; kind: BinaryKind }
  | { type: 'bytes'; read: number; bytes: Uint8Array }
  | { type: 'failed'; read: number };

/** From the thread. Every job begins with `taken` and ends in exactly one of the last four. */
export type FromThread =
  | { type: 'taken' }
  | { type: 'read'; read: number; start: number; end: number }
  | { type: 'found'; info: AppInfo }
  | { type: 'not-an-app'; message: string }
  | { type: 'source-failed' }
  | { type: 'broken'; message: string; stack: string | undefined };
