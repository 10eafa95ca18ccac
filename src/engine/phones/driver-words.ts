import { networkReason } from '../../kernel/network-reason.ts';

/** What says why stands at the beginning; what was typed may follow it. */
export const longestMessage = 4_000;

/** Drivers put their stack into the message. */
export function firstLine(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n');
  const text = line
    .slice(0, longestMessage)
    .replace(/^An unknown server-side error occurred while processing the command\. Original error: /, '')
    // An address that is signed is a key to what is there.
    .replace(/(https?:\/\/[^\s?'"]+)\?[^\s'":]*/g, '$1')
    .trim()
    .slice(0, 500);
  return text === '' ? 'no reason was given.' : /[.!?]$/.test(text) ? text : `${text}.`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || networkReason(error) : String(error);
}
