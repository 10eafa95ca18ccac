import type { Style } from './style.ts';

/** Of a run or a batch: its result, else its status. */
export function paintState(style: Style, text: string, state: string): string {
  if (state === 'PASS') return style.green(text);
  if (state === 'FAILED') return style.red(text);
  return state === 'failed' || state === 'cancelled' ? style.yellow(text) : style.dim(text);
}
