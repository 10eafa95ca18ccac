/** Times are shown in the reader's own zone and language. */
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

export function formatDateTime(at: string): string {
  return dateTime.format(new Date(at));
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Such as "5 min. ago" or "in 2 hr.". */
export function formatAgo(at: string, nowMs: number): string {
  const differenceMs = new Date(at).getTime() - nowMs;
  const [unit, unitMs] = units.find(([, ms]) => Math.abs(differenceMs) >= ms) ?? (['second', 1_000] as const);
  return relative.format(Math.round(differenceMs / unitMs), unit);
}

export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** Decimal, as stores and disks count: 1 MB is a million bytes. */
export function formatBytes(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 })} ${byteUnits[power]}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB'];

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}
