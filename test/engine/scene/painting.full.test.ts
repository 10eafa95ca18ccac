import { describe, expect, it } from 'vitest';
import { browserProgram } from '../../support/browser.ts';
import { useHand, usePool } from '../browser/support.ts';
import { isSeenAs, kinds, page, selectors, spoken } from './painted.ts';

describe.skipIf(browserProgram === null)('the painted text of a scene', () => {
  const show = useHand(usePool());

  it.each(kinds)('$name: a text put so is seen as people see it', async ({ html, isSeen }) => {
    const hand = await show(
      page(`<div style="position:relative;width:300px;height:90px">${html('solo')}</div>`, false),
    );
    expect(await hand.text()).toBe(isSeen ? 'solo' : '');
  });

  it.each(spoken)('what a style sheet says holds, however it is said: $says', async (said) => {
    for (const selector of selectors) await isSeenAs(show, selector, said);
  });
});
