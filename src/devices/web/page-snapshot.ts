import type { Page } from 'playwright-core';
import type { AskPage } from './ask-page.ts';

const maxLength = 60_000;
const attemptMs = 10_000;
const maxMs = 20_000;

/** The page as text: roles, names, states, and a reference for each thing that can be acted on. */
export async function snapshotOf(page: Page, ask: AskPage, signal: AbortSignal): Promise<string> {
  const take = () => page.ariaSnapshot({ mode: 'ai', signal, timeout: attemptMs });
  const tree = await ask(page.mainFrame(), take, { maxMs, isFinal: () => signal.aborted });
  return bounded(`Page: ${page.url()}\n${tree}`, maxLength);
}

/** Cut at the end of a line, with a word on what is missing. */
export function bounded(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, text.lastIndexOf('\n', length));
  const left = text.slice(kept.length + 1).split('\n').length;
  return `${kept}\n- (${left} more lines are left out: scroll, or look for things by their names)`;
}
