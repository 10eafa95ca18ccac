import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { watchStolenTime } from './stolen-time.mjs';
import { closeAfterFile } from './used-again.js';

closeAfterFile();

/** The same cases each time, so that no change waits for what another one did. `PROPERTY_SEED=random` looks for new ones. */
const propertySeed = process.env.PROPERTY_SEED ?? '20261118';
if (propertySeed !== 'random') fc.configureGlobal({ seed: Number(propertySeed) });

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
