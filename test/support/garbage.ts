import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Twice: buffers are counted as freed only by the collection after the one that found them. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
}
