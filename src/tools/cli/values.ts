import { parseUrl } from '../../kernel/url.ts';
import type { OptionSpec } from './command.ts';
import { UsageError } from './errors.ts';

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** 3600, 90m, 7d or 1h30m; null when it is none. */
export function parseSeconds(text: string): number | null {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return null;
  const parts = text.match(/\d+[smhdw]/g) ?? [];
  return parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * (unitSeconds[part.slice(-1)] ?? 0), 0);
}

/** The value of an option as its kind has it. `name` is how the user calls it. */
export function parseValue(name: string, spec: OptionSpec, text: string): string | number {
  if (spec.choices !== undefined && !spec.choices.includes(text)) {
    throw new UsageError(`${name} must be one of ${spec.choices.join(', ')}.`);
  }
  if (spec.kind === 'integer')
    return inRange(name, spec, /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  if (spec.kind === 'seconds') {
    const seconds = parseSeconds(text);
    if (seconds === null) throw new UsageError(`${name} must be a time such as 3600 (seconds), 90m or 7d.`);
    return inRange(name, spec, seconds);
  }
  if (spec.kind === 'url' && !isHttpUrl(text)) {
    throw new UsageError(`${name} must be an address that starts with http:// or https://.`);
  }
  return text;
}

export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

function inRange(name: string, { range, kind }: OptionSpec, value: number): number {
  const { min, max } = range ?? { min: 0, max: Number.MAX_SAFE_INTEGER };
  if (value >= min && value <= max) return value;
  const what = kind === 'seconds' ? 'a number of seconds' : 'a whole number';
  const bounds = range === undefined ? '' : ` from ${min} to ${max}`;
  throw new UsageError(`${name} must be ${what}${bounds}.`);
}
