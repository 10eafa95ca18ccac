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

/** What was waited for has not ended in time; it goes on. */
export class StillGoingOn extends Error {
  override readonly name = 'StillGoingOn';
}
