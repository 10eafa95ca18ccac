import { exitCodes } from './exit-codes.ts';
import { type Environment, readEnvironment } from './settings.ts';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
};

/** What a command has of the world around it. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Environment;
  /** Returns how to stop listening. */
  onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void;
  /** At once, whatever is under way. */
  exit(code: number): void;
}

export function processIo(): Io {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      // `| head` has read enough. What the outcome would have been is not known, so it is not 0.
      process.exit(error.code === 'EPIPE' ? sigpipeExitCode : exitCodes.fault);
    });
  }
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: readEnvironment(),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    exit: (code) => process.exit(code),
  };
}

/** As of a program that the signal has ended. */
const sigpipeExitCode = 141;
