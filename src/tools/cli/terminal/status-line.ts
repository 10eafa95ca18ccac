import type { Output } from '../io.ts';
import { fitted } from './text.ts';

/** The last line of a terminal, written over and over; elsewhere nothing. */
export interface StatusLine {
  readonly isShown: boolean;
  readonly width: number;
  set(text: string): void;
  /** Makes room for lines that stay. */
  clear(): void;
  /** Puts back what was cleared. */
  restore(): void;
}

const defaultWidth = 80;

export function createStatusLine(output: Output, isWanted: boolean): StatusLine {
  const isShown = isWanted && output.isTTY === true;
  let text = '';
  let isDrawn = false;
  const width = () => output.columns ?? defaultWidth;

  function draw(): void {
    // One column stays free: a full line would scroll.
    output.write(`\r${fitted(text, width() - 1)}\u001b[K`);
    isDrawn = true;
  }

  return {
    isShown,
    get width() {
      return width() - 1;
    },
    set(next) {
      text = next;
      if (isShown && text !== '') draw();
      else if (isDrawn) this.clear();
    },
    clear() {
      if (!isDrawn) return;
      output.write('\r\u001b[K');
      isDrawn = false;
    },
    restore() {
      if (isShown && text !== '') draw();
    },
  };
}
