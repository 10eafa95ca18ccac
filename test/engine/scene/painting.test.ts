import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import { browserProgram } from '../../support/browser.ts';
import { useHand, usePool } from '../browser/support.ts';
import { body, isSeenAs, kinds, page, selectors, spoken } from './painted.ts';

const columns = 4;
const rows = 6;

describe.skipIf(browserProgram === null)('the painted text of a scene', () => {
  const show = useHand(usePool());

  it('is all that a person can see, in the order in which it is drawn, in its place', async () => {
    const cell = fc.constantFrom(...kinds);
    const pages = fc.record({
      cells: fc.array(cell, { minLength: columns * rows, maxLength: columns * rows }),
      order: fc.shuffledSubarray(
        Array.from({ length: columns * rows }, (_, at) => at),
        { minLength: columns * rows },
      ),
      isRightToLeft: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(pages, async ({ cells, order, isRightToLeft }) => {
        const boxes = cells.map((kind, at) => {
          const [x, y] = [(at % columns) * 300 + 10, Math.floor(at / columns) * 110 + 10];
          const text = `word${at}x`;
          return `<div dir=ltr style="position:absolute;left:${x}px;top:${y}px;width:250px;height:90px">${kind.html(text)}</div>`;
        });
        // The document has them in any order: only where they are drawn counts.
        const hand = await show(page(order.map((at) => boxes[at] ?? '').join(''), isRightToLeft));
        const places = cells.map((_, at) => at).filter((at) => cells[at]?.isSeen === true);
        const inLine = (at: number) => (isRightToLeft ? -1 : 1) * (at % columns);
        places.sort(
          (one, other) =>
            Math.floor(one / columns) - Math.floor(other / columns) || inLine(one) - inLine(other),
        );
        const scene = await hand.device.scene(new AbortController().signal);
        expect(screenLines(scene).map(({ text }) => text)).toEqual(places.map((at) => `word${at}x`));
        for (const { text, rect } of scene.runs) {
          const at = Number(/\d+/.exec(text)?.[0] ?? 0);
          if (!/^word\d+x$/.test(text) || cells[at]?.name === 'below in a scrolled box') continue;
          expect(Math.floor(rect.x / 300), text).toBe(at % columns);
          expect(Math.floor(rect.y / 110), text).toBe(Math.floor(at / columns));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out what is on its way out, and no other that moves', async () => {
    const [there, gone] = ['[{ opacity: 1 }', '{ opacity: 0 }]'];
    const moves = {
      fading: `${there}, ${gone}, { duration: 500, fill: 'forwards' }`,
      shrinking: `[{ height: '20px' }, { height: '0px' }], { duration: 500, fill: 'both' }`,
      blinking: `${there}, ${gone}, { duration: 500 }`,
      coming: `[{ opacity: 0.2 }, { opacity: 1 }], { duration: 500, fill: 'both' }`,
      lingering: `${there}, ${gone}, { duration: 5000, fill: 'forwards' }`,
    };
    const body = Object.entries(moves).map(
      ([name, move]) =>
        `<p id=${name}>${name}</p><script>${name}.animate(${move}).playbackRate = 0.000001</script>`,
    );
    const hand = await show(page(body.join(''), false));
    expect(await hand.text()).toBe('blinking\ncoming\nlingering');
  });
});

describe.skipIf(browserProgram === null)('what a style sheet says of a text', () => {
  const show = useHand(usePool());

  it.each(spoken)('$says: holds where a class is spoken of', async (said) => {
    await isSeenAs(show, '.b', said);
  });

  it.each(selectors)('no opacity: holds, spoken of as %s', async (selector) => {
    await isSeenAs(show, selector, { says: 'opacity: 0', isSeen: false });
  });

  it.each([
    ['an animation', 'c.animate({ opacity: [0, 0] }, { duration: 1e6 })'],
    ['a script', 'c.style.opacity = 0'],
    ['a script, by a rule', 'document.styleSheets[0].cssRules[0].style.opacity = 0'],
    ['a rule that is added', "document.styleSheets[0].insertRule('.b { opacity: 0 }')"],
  ])('said by %s after the first look, it holds from the next one on', async (_, script) => {
    const hand = await show(page(`${body}<button onclick="${script}">Go</button>`, false));
    expect(await hand.text()).toBe('solo\nGo');
    await hand.click('Go');
    expect(await hand.text()).toBe('Go');
  });
});
