import type { FormEvent } from 'react';

/** Sends a form by a call; the browser itself would load the page anew. */
export function submitting(send: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    send();
  };
}
