import type { Page, PageScreenshotOptions } from 'playwright-core';
import type { AskPage } from './ask-page.ts';
import { coveringSelector } from './library.ts';
import { responseMs } from './world.ts';

/** Playwright takes one picture after the other: one that never comes must end before the next is asked for. */
const firstAttemptMs = 2_000;

/** Which of the ways of the page to move are held still for the picture. */
type PictureStillness = Pick<PageScreenshotOptions, 'animations' | 'caret'>;

export const asItIs: PictureStillness = { caret: 'initial' };
export const still: PictureStillness = { animations: 'disabled', caret: 'hide' };

/** The viewport with everything covered that shows what is secret. */
export function coveredPicture(
  page: Page,
  ask: AskPage,
  secrets: readonly string[],
  stillness: PictureStillness,
): Promise<Buffer> {
  let timeout = firstAttemptMs / 2;
  let replaced = 0;
  const onNavigated = (frame: unknown) => {
    if (frame === page.mainFrame()) replaced += 1;
  };
  const take = async () => {
    timeout *= 2;
    const before = replaced;
    const selector = coveringSelector(secrets);
    const picture = await page.screenshot({
      ...stillness,
      mask: page.frames().map((frame) => frame.locator(selector)),
      maskColor: '#444444',
      timeout,
    });
    if (replaced !== before) throw new Error('What was covered belonged to the page before.');
    return picture;
  };
  page.on('framenavigated', onNavigated);
  return ask(page.mainFrame(), take, { maxMs: responseMs }).finally(() =>
    page.off('framenavigated', onNavigated),
  );
}
