const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Decimal, as disks and CI servers count. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** 5 s ago, 3 min ago, 2 h ago, 4 d ago. */
export function agoText(at: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1_000);
  if (seconds < 0) return `in ${roughly(-seconds)}`;
  return seconds < 2 ? 'now' : `${roughly(seconds)} ago`;
}

/** As the clock on the wall here shows it. */
export function localTimeText(at: string): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** 1 test, 2 tests. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function roughly(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
