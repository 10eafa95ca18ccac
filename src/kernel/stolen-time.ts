import { readFileSync } from 'node:fs';

/** In the kernel's own unit, since the machine started, of all processors together. */
interface ProcessorTime {
  readonly stolen: number;
  readonly total: number;
}

/**
 * The share of the processors' time, from 0 to 1, that the host of this virtual machine gave to others since the last call.
 * Always 0 on a machine of one's own, however busy it is, and where no kernel tells.
 */
export function watchStolenShare(read: () => string = readKernel): () => number {
  let last = processorTime(read());
  return () => {
    const now = processorTime(read());
    const passed = now.total - last.total;
    const stolen = now.stolen - last.stolen;
    last = now;
    return passed > 0 ? Math.min(Math.max(stolen / passed, 0), 1) : 0;
  };
}

function readKernel(): string {
  try {
    return readFileSync('/proc/stat', 'latin1');
  } catch {
    return '';
  }
}

/** The first line is `cpu user nice system idle iowait irq softirq steal …`; what follows `steal` is part of `user`. */
function processorTime(stat: string): ProcessorTime {
  const times = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').slice(0, 8).map(Number) ?? [];
  return { stolen: times[7] ?? 0, total: times.reduce((sum, time) => sum + time, 0) };
}
