import { OutboundFault } from './fault.ts';

export interface LeastRate {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** Measures what the other side sends while we are ready to take it. */
interface ThroughputWatch {
  count(bytes: number): void;
  /** The other side is not to blame for the time from here on. */
  pause(): void;
  resume(): void;
}

/** One window after the other, so that a pause within a window does no harm. Starts paused. */
export function watchThroughput(
  { bytesPerSecond, windowMs }: LeastRate,
  onTooSlow: (fault: OutboundFault) => void,
): ThroughputWatch {
  let bytes = 0;
  let leftMs = windowMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow(): void {
    const isEnough = bytes >= (bytesPerSecond * windowMs) / 1_000;
    bytes = 0;
    leftMs = windowMs;
    if (isEnough) run();
    else onTooSlow(tooSlow(bytesPerSecond, windowMs));
  }

  function run(): void {
    since = performance.now();
    timer = setTimeout(endWindow, leftMs);
  }

  return {
    count: (received) => {
      bytes += received;
    },
    pause: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs = Math.max(0, leftMs - (performance.now() - since));
    },
    resume: () => {
      if (timer === undefined) run();
    },
  };
}

function tooSlow(bytesPerSecond: number, windowMs: number): OutboundFault {
  return new OutboundFault(
    'timeout',
    `The other side sent less than ${bytesPerSecond} bytes a second for ${windowMs / 1_000} s.`,
  );
}
