import { Button } from '@mantine/core';
import { useState } from 'react';

const shownMs = 2_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  async function copy() {
    setState((await copied(text)) ? 'copied' : 'failed');
    setTimeout(() => setState('ready'), shownMs);
  }
  return (
    <Button variant="default" size="xs" onClick={() => void copy()} aria-live="polite">
      {state === 'ready' ? label : state === 'copied' ? 'Copied' : 'Select and copy it by hand'}
    </Button>
  );
}

/** Only pages over HTTPS and of this machine have a clipboard. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
