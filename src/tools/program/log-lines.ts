import { pino } from 'pino';
import type { LogFormat } from '../../kernel/log.ts';
import type { Io } from '../cli/io.ts';
import { type Style, styleFor } from '../cli/terminal/style.ts';
import { clean } from '../cli/terminal/text.ts';

/** Where log lines go: standard error, as lines for people on a terminal and as JSON elsewhere. */
export function logDestination(
  format: LogFormat,
  io: Pick<Io, 'stderr' | 'environment'>,
): { write(line: string): void } {
  const isPretty = format === 'pretty' || (format === 'auto' && io.stderr.isTTY === true);
  if (!isPretty) return pino.destination({ dest: 2, sync: true });
  const style = styleFor(io, io.stderr);
  return { write: (line) => void io.stderr.write(`${describeLogLine(line, style)}\n`) };
}

/** `18:04:59 WARN  there is no such setting  variable=GANTRY_PORTT`, and below it the stack of an error. */
export function describeLogLine(line: string, style: Style): string {
  const record = parsed(line);
  if (record === null) return clean(line);
  const { level, time, pid: _pid, message, err, ...rest } = record;
  const name = pino.levels.labels[Number(level)] ?? 'info';
  const paint = paints[name];
  const label = name.toUpperCase().padEnd(5);
  const members = Object.entries(rest).map(([key, value]) => style.dim(`${clean(key)}=${shown(value)}`));
  const head = [
    style.dim(clockTime(time)),
    paint === undefined ? label : style[paint](label),
    shown(message),
  ];
  return [`${head.join(' ')}${members.map((member) => `  ${member}`).join('')}`, ...stackOf(err)].join('\n');
}

const paints: Partial<Record<string, keyof Style>> = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  debug: 'dim',
  trace: 'dim',
};

function stackOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return error === undefined ? [] : [`    ${shown(error)}`];
  const { stack, type, message, ...rest } = error as Record<string, unknown>;
  const text = typeof stack === 'string' && stack !== '' ? stack : `${shown(type)}: ${shown(message)}`;
  const members = Object.entries(rest).map(([key, value]) => `${clean(key)}: ${shown(value)}`);
  return [...text.split('\n'), ...members].map((line) => `    ${clean(line)}`);
}

/** Words as they are; everything else as JSON, in which a blank or a sign of control can't be mistaken. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return clean(JSON.stringify(value) ?? '');
  return clean(value);
}

function clockTime(time: unknown): string {
  const at = new Date(String(time));
  const two = (number: number) => String(number).padStart(2, '0');
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
