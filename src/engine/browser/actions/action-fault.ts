import { oneLine } from '../../../kernel/text.ts';
import { ActionFailed, mismatch } from '../../acting/device.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';
import type { Rect } from '../../scene/rect.ts';
import { isRefusedForNow } from '../page/ask-page.ts';
import { errors } from '../program/playwright.ts';

/**
 * Why an element did not let itself be acted on, in words for the author of the test. Where the browser names no reason,
 * the page or the machine was too slow: that says nothing against the page, and ends the run without a verdict.
 */
export function actionFault(
  error: unknown,
  what: string,
  { timeoutMs, rect }: { timeoutMs: number; rect: Rect | null },
): unknown {
  if (error instanceof ActionFailed) return error.at(rect);
  if (!(error instanceof Error)) return error;
  const reason = reasonIn(error.message);
  if (reason !== null)
    return mismatch(`${what} was not possible within ${seconds(timeoutMs)}`, {
      expected: `${what} is possible`,
      actual: reason,
      rect,
    });
  if (!(error instanceof errors.TimeoutError)) return error;
  const message = `${what} took longer than ${seconds(timeoutMs)}: the page did not respond.`;
  return new ExecutionFailure('SITE_TIMEOUT', message, { cause: error });
}

/** It went away or moved while it was acted on; looking again may find it. */
export function isStale(error: unknown): boolean {
  return (
    isRefusedForNow(error) ||
    (error instanceof Error &&
      /not attached|detached|Execution context was destroyed|Cannot find context|frame has gone/.test(
        error.message,
      ))
  );
}

/** Playwright writes what it waited for, the last cause last. */
function reasonIn(message: string): string | null {
  const cover = /<([a-z0-9-]+)([^>]*)>(.*?)intercepts pointer events/s.exec(
    lastLineWith(message, 'intercepts pointer'),
  );
  if (cover !== null) return `something else covers it (${coverWords(cover)})`;
  const reasons: Array<[RegExp, string]> = [
    [/element is not enabled/, 'it stays disabled'],
    [/element is not visible/, 'it is not visible'],
    [/element is not stable/, 'it does not stop moving'],
    [/outside of the viewport/, 'it lies outside of what can be scrolled to'],
    [/element is not editable|readonly/, 'it can only be read'],
    [/did not find some options/, 'it does not offer that option'],
    [/Cannot type text into input\[type=number\]/, 'it takes only numbers'],
    [/Malformed value/, 'it does not take a value of that form'],
    [/Clicking the checkbox did not change its state/, 'a click does not change its state'],
    [/Unknown key/, 'there is no such key'],
    [/Cannot find context|frame has gone/, 'its page is being replaced'],
  ];
  const last = reasons.map(([pattern, words]) => ({ at: lastIndex(message, pattern), words }));
  const found = last.filter(({ at }) => at >= 0).sort((one, other) => other.at - one.at)[0];
  return found?.words ?? null;
}

function coverWords([, tag = '', attributes = '', inside = '']: RegExpExecArray): string {
  const name = /\b(?:id|class)="([^"]{1,40})/.exec(attributes)?.[1];
  const text = oneLine(inside.replace(/<[^>]*>/g, ''));
  if (text !== '' && text !== '…') return `"${text.slice(0, 60)}"`;
  return name === undefined ? tag : `${tag} ${name}`;
}

function lastLineWith(text: string, part: string): string {
  return text.split('\n').findLast((line) => line.includes(part)) ?? '';
}

function lastIndex(text: string, pattern: RegExp): number {
  const all = [...text.matchAll(new RegExp(pattern, 'g'))];
  return all.at(-1)?.index ?? -1;
}
