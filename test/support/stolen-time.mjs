import { readFileSync } from 'node:fs';

/** What the kernel counts in. */
const tickMs = 10;
const leastMs = 500;
const leastShare = 0.1;

export function watchStolenTime() {
  const before = count();
  return () => {
    const after = count();
    const stolen = after.stolen - before.stolen;
    return stolen * tickMs >= leastMs && stolen >= (after.wanted - before.wanted) * leastShare;
  };
}

function count() {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = ticks.map(Number);
    return { stolen, wanted: user + nice + system + irq + softIrq + stolen };
  } catch {
    return { stolen: 0, wanted: 0 };
  }
}
