import type { BrowserContext, Page, Request } from 'playwright-core';
import type { Refusal } from '../../../kernel/outbound/browser-proxy.ts';
import { ActionFailed, type Limits } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import { errors } from '../program/playwright.ts';
import { type AskPage, isRefusedForNow } from './ask-page.ts';
import type { Dialogs } from './dialogs.ts';
import { isProxyAnswer } from './incidents.ts';
import { navigationFailure, netError, siteTimeout } from './navigation-failure.ts';
import { openable } from './navigation-policy.ts';
import type { RunEnding } from './run-ending.ts';
import type { Tabs } from './tabs.ts';
import { type Traffic, tabOf } from './traffic.ts';

/** The parts of a run that pages arrive through. */
interface ArrivalParts {
  readonly ending: RunEnding;
  readonly traffic: Traffic;
  readonly dialogs: Dialogs;
  readonly tabs: Tabs;
  refusals(): readonly Refusal[];
}

/** Pictures and the like may take their time; nobody fails for them. */
const loadMs = 5_000;
const leastTravelMs = 2_000;

/** Pages that are asked for, by us or by the page before, until they are there or the run has ended for want of them. */
export function observeArrival(context: BrowserContext, parts: ArrivalParts) {
  const { ending, traffic, dialogs, tabs, refusals } = parts;

  /** Of those that were to be downloaded, the browser says later that there was no answer. */
  const answeredWithError = new WeakSet<Request>();

  context.on('requestfailed', (failed) => {
    const errorText = failed.failure()?.errorText ?? '';
    if (answeredWithError.has(failed) && /ERR_INVALID_RESPONSE/.test(errorText)) return;
    if (isMainDocument(failed) && !isHarmless(errorText))
      ending.fail(navigationFailure(failed.url(), errorText, refusals()));
  });
  context.on('response', (response) => {
    if (response.status() >= 400) answeredWithError.add(response.request());
    if (isProxyAnswer(response) && isMainDocument(response.request()))
      ending.fail(navigationFailure(response.url(), '', refusals()));
  });

  async function goTo(page: Page, url: string, timeout: number): Promise<void> {
    try {
      await travelled(tabs.world(page).ask, page, timeout, () =>
        page.goto(url, { timeout, waitUntil: 'domcontentloaded' }),
      );
    } catch (error) {
      if (error instanceof errors.TimeoutError) throw siteTimeout(url, timeout);
      const code = netError(String(error));
      if (code !== null && !isHarmless(code)) throw navigationFailure(url, code, refusals());
      throw error;
    }
  }

  return {
    async open(address: string, { timeoutMs, signal }: Limits) {
      const allowed = openable(address);
      if ('fault' in allowed) throw new ExecutionFailure('ADDRESS_REFUSED', allowed.fault);
      const deadline = Date.now() + timeoutMs;
      const page = tabs.current();
      await dialogs.unlessHeld(async () => {
        await goTo(page, allowed.url, timeoutMs);
        const timeout = Math.max(Math.min(deadline - Date.now(), loadMs), 1);
        await page.waitForLoadState('load', { timeout }).catch(() => undefined);
      });
      signal.throwIfAborted();
    },

    /** Waits for a document that is on its way, and for its text to be read. */
    async pageIsThere(page: Page, timeoutMs: number, signal: AbortSignal) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const awaited = traffic.pendingDocument(page);
        if (awaited === null || page.isClosed()) break;
        if (Date.now() >= deadline) throw siteTimeout(awaited.url(), timeoutMs);
        await traffic.change(deadline - Date.now(), signal);
        signal.throwIfAborted();
      }
      const timeout = Math.max(deadline - Date.now(), 1);
      await page.waitForLoadState('domcontentloaded', { timeout }).catch((error: unknown) => {
        if (error instanceof errors.TimeoutError) throw siteTimeout(page.url(), timeoutMs);
      });
    },

    /** What Playwright says when a page does not come, as what it means for the run. */
    asFailure(error: unknown, limits: Limits): unknown {
      if (!(error instanceof Error) || error instanceof ActionFailed || error instanceof ExecutionFailure)
        return error;
      const url = tabs.all()[0]?.url() ?? '';
      const code = netError(error.message);
      if (code !== null && !isHarmless(code)) return navigationFailure(url, code, refusals());
      return error instanceof errors.TimeoutError ? siteTimeout(url, limits.timeoutMs) : error;
    },
  };
}

/** Also of a tab that is not there yet: its main frame is not known, and nothing else asks so early. */
function isMainDocument(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    request.frame();
    return tabOf(request) !== null;
  } catch {
    return true;
  }
}

/** Goes somewhere, as soon as the browser lets it; undefined where the page went on by itself meanwhile. */
export async function travelled<T>(
  ask: AskPage,
  page: Page,
  timeoutMs: number,
  go: () => Promise<T>,
): Promise<T | undefined> {
  const isFinal = (error: unknown) => !isRefusedForNow(error);
  try {
    // Playwright keeps the time, and says what it waited for.
    return await ask(page.mainFrame(), go, { maxMs: timeoutMs + leastTravelMs, isFinal });
  } catch (error) {
    if (isOvertaken(error)) return undefined;
    throw error;
  }
}

/** The page that was asked for gave way to another one, or to a download. */
function isOvertaken(error: unknown): boolean {
  const text = String(error);
  return isHarmless(text) || /interrupted by another navigation|Download is starting/.test(text);
}

/** A download, an answer without a page, a page left for another; an error answer without a text. */
function isHarmless(errorText: string): boolean {
  return /ERR_ABORTED|ERR_HTTP_RESPONSE_CODE_FAILURE/.test(errorText);
}
