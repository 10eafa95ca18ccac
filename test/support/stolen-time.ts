import { readFileSync } from 'node:fs';

/** What the kernel counts in. */
const tickMs = 10;
const leastMs = 500;
const leastShare = 0.1;

interface Count {
  readonly stolen: number;
  readonly wanted: number;
}

/**
 * Whether the host of this virtual machine has given much of the processor to others since then: for seconds nothing here
 * goes on, and every limit is met. Never so on a machine of one's own, however busy it is.
 */
export function watchStolenTime(): () => boolean {
  const before = count();
  return () => {
    const after = count();
    const stolen = after.stolen - before.stolen;
    return stolen * tickMs >= leastMs && stolen >= (after.wanted - before.wanted) * leastShare;
  };
}

function count(): Count {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = ticks.map(Number);
    return { stolen, wanted: user + nice + system + irq + softIrq + stolen };
  } catch {
    return { stolen: 0, wanted: 0 };
  }
}
