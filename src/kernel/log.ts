import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** `auto`: lines for people on a terminal, JSON elsewhere. */
export const logFormats = ['auto', 'pretty', 'json'] as const;

export type LogFormat = (typeof logFormats)[number];

/** Logs go to standard error: standard output belongs to what a person or a script reads. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    destination,
  );
}
