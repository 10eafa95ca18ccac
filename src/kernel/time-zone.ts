const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is wrong with the name of a time zone, or null. Offsets are none: their sign has two readings. */
export function timeZoneFault(text: string): string | null {
  const fault = 'must be the name of a time zone such as Europe/Berlin';
  if (!/^[A-Za-z]/.test(text)) return fault;
  try {
    wallClock(text);
    return null;
  } catch {
    return fault;
  }
}

/** Where the last hours begin, the present one included, oldest first. */
export function startsOfHours(now: Date, count: number, timeZone: string): Date[] {
  const offsetMs = offsetOf(wallClock(timeZone), now.getTime());
  const present = floorTo(now.getTime() + offsetMs, hourMs) - offsetMs;
  return Array.from({ length: count }, (_, at) => new Date(present - (count - 1 - at) * hourMs));
}

/** Where the last days begin, today included, oldest first. A day has 23 or 25 hours where the clocks change. */
export function startsOfDays(now: Date, count: number, timeZone: string): Date[] {
  const clock = wallClock(timeZone);
  const today = floorTo(now.getTime() + offsetOf(clock, now.getTime()), dayMs);
  return Array.from({ length: count }, (_, at) => startOfDay(clock, today - (count - 1 - at) * dayMs));
}

/** `midnight` is what the clock on the wall shows, as if it were UTC. */
function startOfDay(clock: Intl.DateTimeFormat, midnight: number): Date {
  const [before, after] = [-dayMs, dayMs].map((ms) => offsetOf(clock, midnight + ms)) as [number, number];
  const candidates = [midnight - before, midnight - after].sort((a, b) => a - b);
  const first = candidates.find((at) => at + offsetOf(clock, at) === midnight);
  // No midnight: the clocks were put forward at it.
  return new Date(first ?? midnight - before);
}

/** How far the clocks of the zone are ahead of UTC at a moment. */
function offsetOf(clock: Intl.DateTimeFormat, atMs: number): number {
  const parts = Object.fromEntries(
    clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)] as const),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - floorTo(atMs, 1_000);
}

function wallClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function floorTo(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}
