import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionFailure } from '../report.ts';
import type { AppiumSession } from './session.ts';

export interface PhoneLog {
  /**
   * The end of the log, or what stands around the last crash in it; null where the driver gives none. The report of a
   * crash that has happened is waited for.
   */
  read(signal: AbortSignal, hasCrashed: boolean): Promise<string | null>;
}

/** Nobody reads more, and a crash with its surroundings is shorter. */
const mostBytes = 256 * 1024;
const mostReadBytes = 32 * 1024 * 1024;
const readMs = 30_000;
/** Reports of crashes are written after the process has ended. */
const reportPauseMs = 1_000;
const reportLooks = 3;
const crashLine = /FATAL EXCEPTION|Fatal signal|\bANR in\b|has died/;
const linesBefore = 200;

/** What UiAutomator2 calls `logcat`, and XCUITest `crashlog` and `syslog`. The driver reports each line only once, so lines are kept. */
export function createPhoneLog(session: AppiumSession): PhoneLog {
  const lines: string[] = [];
  const reports: string[] = [];

  async function readAndroid(signal: AbortSignal): Promise<string | null> {
    const fresh = await linesOf(session, 'logcat', signal);
    lines.push(...(fresh ?? []));
    return fresh === null && lines.length === 0 ? null : around(lines);
  }

  async function readIos(signal: AbortSignal, hasCrashed: boolean): Promise<string | null> {
    for (let look = 0; look < reportLooks; look += 1) {
      const fresh = await linesOf(session, 'crashlog', signal);
      reports.push(...(fresh ?? []));
      if (fresh === null || reports.length > 0 || !hasCrashed) break;
      await delay(reportPauseMs, undefined, { signal });
    }
    lines.push(...((await linesOf(session, 'syslog', signal)) ?? []));
    if (reports.length === 0 && lines.length === 0) return null;
    const report = reports.length === 0 ? null : beginning(reports.at(-1) ?? '', mostBytes / 2);
    return [report, ending(lines, mostBytes / 2)].filter(Boolean).join('\n\n');
  }

  return { read: session.platform === 'ios' ? readIos : readAndroid };
}

async function linesOf(session: AppiumSession, type: string, signal: AbortSignal): Promise<string[] | null> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(readMs)]);
  try {
    const entries = await session.fetch(inTime, 'se/log', { type }, mostReadBytes);
    return Array.isArray(entries) ? entries.flatMap(messageOf) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExecutionFailure) throw error;
    return null;
  }
}

function messageOf(entry: unknown): string[] {
  const message: unknown = typeof entry === 'object' && entry !== null && 'message' in entry && entry.message;
  return typeof message === 'string' ? [message] : [];
}

function around(lines: readonly string[]): string {
  const crash = lines.findLastIndex((line) => crashLine.test(line));
  const end = ending(lines, mostBytes);
  if (crash === -1 || end.includes(lines[crash] ?? '')) return end;
  return ending(lines.slice(Math.max(0, crash - linesBefore), crash + linesBefore), mostBytes);
}

/** Whole lines, the first ones: half a line could hold half a secret, which nothing covers. */
function beginning(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const bytes = Buffer.from(text).subarray(0, most);
  return bytes.subarray(0, Math.max(0, bytes.lastIndexOf(10))).toString('utf8');
}

/** Whole lines, the last ones. */
function ending(lines: readonly string[], most: number): string {
  let bytes = 0;
  const from = lines.findLastIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > most;
  });
  return lines.slice(from + 1).join('\n');
}
