import type { Warning } from '../../client/index.ts';
import type { Io } from './io.ts';
import { createStatusLine, type StatusLine } from './terminal/status-line.ts';
import { type Style, styleFor } from './terminal/style.ts';
import { clean } from './terminal/text.ts';

/** Results go to stdout, everything around them to stderr. With `--json`, stdout is JSON and nothing else. */
export interface Printer {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly style: Style;
  /** Of lines on stdout; null is no limit. */
  readonly width: number | null;
  readonly status: StatusLine;
  /** For people; nothing with `--json`. */
  line(text?: string): void;
  /** On stderr; nothing with `--json` or `--quiet`. */
  note(text: string): void;
  /** On stderr, also with `--quiet`, as a line of JSON with `--json`. Each is said once. */
  warn(warning: Warning): void;
  /** One JSON document, which also holds the warnings, or lines for people. */
  show(document: unknown, describe: () => readonly string[]): void;
  /** One line of JSON, for commands that tell of one thing after the other. */
  jsonLine(value: unknown): void;
}

export function createPrinter(
  io: Pick<Io, 'stdout' | 'stderr' | 'environment'>,
  { isJson, isQuiet }: { isJson: boolean; isQuiet: boolean },
): Printer {
  const status = createStatusLine(io.stderr, !isJson && !isQuiet && !io.environment.isDumbTerminal);

  function write(output: { write(text: string): unknown }, text: string): void {
    status.clear();
    output.write(`${text}\n`);
    status.restore();
  }

  const warnings = new Map<string, Warning>();
  const withWarnings = (document: unknown) =>
    warnings.size === 0 || typeof document !== 'object' || document === null || Array.isArray(document)
      ? document
      : { ...document, warnings: [...warnings.values()] };

  const line = (text = '') => {
    if (!isJson) write(io.stdout, text);
  };
  return {
    isJson,
    isQuiet,
    style: styleFor(io, io.stdout),
    width: io.stdout.isTTY === true ? (io.stdout.columns ?? null) : null,
    status,
    line,
    note: (text) => {
      if (!isJson && !isQuiet) write(io.stderr, text);
    },
    warn: ({ path, message }) => {
      const text = clean(`${path}: ${message}`);
      if (warnings.has(text)) return;
      warnings.set(text, { path, message });
      write(io.stderr, isJson ? JSON.stringify({ warning: { path, message } }) : `Warning: ${text}`);
    },
    show: (document, describe) => {
      if (isJson) write(io.stdout, JSON.stringify(withWarnings(document), null, 2));
      else for (const text of describe()) line(text);
    },
    jsonLine: (value) => {
      if (isJson) write(io.stdout, JSON.stringify(value));
    },
  };
}
