import type { Warning } from '../../src/client/index.ts';
import { createStore } from './store.ts';

const mostShown = 20;

/** What the service has not taken from the calls of this page. */
export const shownWarnings = createStore<readonly Warning[]>([]);

export function addWarning(warning: Warning): void {
  const warnings = shownWarnings.get();
  const isShown = warnings.some(({ path, message }) => path === warning.path && message === warning.message);
  if (!isShown) shownWarnings.set([...warnings.slice(1 - mostShown), warning]);
}

export function forgetWarnings(): void {
  shownWarnings.set([]);
}
