import { constants } from 'node:os';

/** The caller has to change something. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The command whose help has the answer. */
  readonly path: string | undefined;

  constructor(message: string, path?: string) {
    super(message);
    this.path = path;
  }
}

/** What is wrong in a file, and where. */
export interface FileFault {
  readonly position: { readonly file: string; readonly line: number; readonly col: number };
  readonly message: string;
  /** Set where a sentence would not be understood. */
  readonly sentence?: string | undefined;
  readonly problem?: string | undefined;
  readonly nearest?: readonly string[] | undefined;
}

/** A fault for programs. */
export function faultDocument({ position, ...fault }: FileFault) {
  return { file: position.file, line: position.line, column: position.col, ...fault };
}

/** Files that can't be applied as they are. Each fault names its position. */
export class FilesRefused extends UsageError {
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[], lines: readonly string[], path: string) {
    super(lines.join('\n'), path);
    this.faults = faults;
  }
}

/** Ctrl-C, or another signal that ends. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals, advice = '') {
    super(`Stopped. ${advice}`.trimEnd());
    this.signal = signal;
  }

  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

/** What was waited for has not ended in time; it continues. */
export class StillGoingOn extends Error {
  override readonly name = 'StillGoingOn';
}
