import { watchStolenShare } from '../../dist/kernel/stolen-time.js';

/** Other machines of a host that is not crowded take less. */
const muchShare = 0.05;

export function watchStolenTime() {
  const stolenShare = watchStolenShare();
  return () => stolenShare() >= muchShare;
}
