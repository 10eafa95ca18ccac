import { useSyncExternalStore } from 'react';
import type { Warning } from '../../src/client/index.ts';

const mostShown = 20;
let warnings: readonly Warning[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Warning[]): void {
  if (next.length === 0 && warnings.length === 0) return;
  warnings = next;
  for (const listener of listeners) listener();
}

export function addWarning(warning: Warning): void {
  const isShown = warnings.some(({ path, message }) => path === warning.path && message === warning.message);
  if (!isShown) change([...warnings.slice(1 - mostShown), warning]);
}

export function forgetWarnings(): void {
  change([]);
}

/** What the service has not taken from the calls of this page. */
export function useWarnings(): readonly Warning[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => warnings,
  );
}
