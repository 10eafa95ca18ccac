import type { Response } from 'playwright-core';
import { oneLine } from '../../../kernel/text.ts';
import { within } from '../../../kernel/within.ts';

/** Larger ones are not fetched from the browser; what is packed may be a thousand times as large. */
const maxBytes = 65_536;
const maxPackedBytes = 8_192;
const patienceMs = 1_000;
const maxRead = 4_096;
const maxShown = 300;
const readable = /^(?:text\/|application\/(?:[\w.+-]*\b)?(?:json|xml|javascript)\b)/i;

/** How the body of an answer begins, in one line; null where it is no text, too large, or does not come. Never throws. */
export async function answerText(response: Response, mask: (text: string) => string): Promise<string | null> {
  if (!readable.test(response.headers()['content-type'] ?? '')) return null;
  const text = await within(patienceMs, bodyOf(response), () => null).catch(() => null);
  if (text === null) return null;
  // Half a secret is one still: it is covered before the text is cut.
  const covered = mask(text).slice(0, maxRead);
  const words = oneLine(isMarkup(response) ? covered.replace(/<[^<>]*>/g, ' ') : covered);
  return words === '' ? null : words.length <= maxShown ? words : `${words.slice(0, maxShown)}…`;
}

async function bodyOf(response: Response): Promise<string | null> {
  await response.finished();
  const { responseBodySize } = await response.request().sizes();
  const isPacked = response.headers()['content-encoding'] !== undefined;
  return responseBodySize <= (isPacked ? maxPackedBytes : maxBytes) ? response.text() : null;
}

function isMarkup(response: Response): boolean {
  return /html|xml/i.test(response.headers()['content-type'] ?? '');
}
