import { availableParallelism } from 'node:os';
import { watchStolenShare } from '../../dist/kernel/stolen-time.js';

/** Less is nothing that a test could fail by. */
const leastMs = 500;
const leastShare = 0.1;
/** That of the machine, also where a test has put another in its place. */
const now = performance.now.bind(performance);

export function watchStolenTime() {
  const stolenShare = watchStolenShare();
  let lastMs = now();
  return () => {
    const share = stolenShare();
    const stolenMs = share * (now() - lastMs) * availableParallelism();
    lastMs = now();
    return share >= leastShare && stolenMs >= leastMs;
  };
}
