import type { Verdict } from '../../../client/index.ts';
import type { Io, Output } from '../io.ts';

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** Colours are for terminals, unless the environment says otherwise (NO_COLOR, FORCE_COLOR, TERM=dumb). */
export function styleFor({ environment }: Pick<Io, 'environment'>, output: Output): Style {
  const { noColour, forceColour, isDumbTerminal } = environment;
  const isColoured = forceColour || (!noColour && !isDumbTerminal && output.isTTY === true);
  const paint = (open: number, close: number) => (text: string) =>
    isColoured && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
  };
}

export function paintVerdict(style: Style, text: string, verdict: Verdict): string {
  if (verdict === 'PASS') return style.green(text);
  if (verdict === 'FAILED') return style.red(text);
  return verdict === 'ERROR' || verdict === 'cancelled' ? style.yellow(text) : style.dim(text);
}
