import fc from 'fast-check';
import { closeAfterFile } from './used-again.js';

closeAfterFile();

/** The same cases each time, so that no change waits for what another one did. `PROPERTY_SEED=random` looks for new ones. */
const propertySeed = process.env.PROPERTY_SEED ?? '20261118';
if (propertySeed !== 'random') fc.configureGlobal({ seed: Number(propertySeed) });
