import { beforeEach } from 'vitest';
import { watchStolenTime } from './stolen-time.mjs';
import { closeAfterFile } from './used-again.js';

closeAfterFile();

beforeEach(({ task }) => {
  const isStolen = watchStolenTime();
  const condition = () => {
    const isWorthIt = isStolen();
    if (isWorthIt)
      process.stderr.write(`Tried again, since the host took the processor away: ${task.name}\n`);
    return isWorthIt;
  };
  Object.assign(task, { retry: { count: 2, condition } });
});
