import type { Style } from './style.ts';

/** Of a run or a batch: its verdict, ERROR where it has none, else its status. */
export function paintState(style: Style, text: string, state: string): string {
  if (state === 'PASS') return style.green(text);
  if (state === 'FAILED') return style.red(text);
  return state === 'ERROR' || state === 'cancelled' ? style.yellow(text) : style.dim(text);
}
