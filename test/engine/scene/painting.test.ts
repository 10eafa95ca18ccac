import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import { browserProgram } from '../../support/browser.ts';
import { useHand, usePool } from '../browser/support.ts';

/** A way to put a text on a page, and whether a person can see it there. */
interface Kind {
  readonly name: string;
  readonly isSeen: boolean;
  html(text: string): string;
}

const seen = (name: string, html: Kind['html']): Kind => ({ name, isSeen: true, html });
const unseen = (name: string, html: Kind['html']): Kind => ({ name, isSeen: false, html });
const styled = (style: string) => (text: string) => `<p style="${style}">${text}</p>`;

const kinds: readonly Kind[] = [
  seen('plain', styled('')),
  seen('half transparent', styled('opacity:.5')),
  seen('bold in the middle', (text) => `<p>${text.slice(0, 3)}<b>${text.slice(3)}</b></p>`),
  seen('an inline block', (text) => `<span style="display:inline-block">${text}</span>`),
  seen('without a box', (text) => `<div style="display:contents">${text}</div>`),
  seen('in a slot', (text) => `<x-slot>${text}</x-slot>`),
  seen('in a shadow tree', (text) => `<x-shadow text="${text}"></x-shadow>`),
  seen('written by a style sheet', (text) => `<p class=written data-text="${text}"></p>`),
  seen('drawn', (text) => `<svg width=200 height=20><text x=0 y=14>${text}</text></svg>`),
  seen('on a button', (text) => `<input type=button value="${text}">`),
  seen('chosen in a list', (text) => `<select><option>other<option selected>${text}</select>`),
  seen('as a placeholder', (text) => `<input placeholder="${text}">`),
  seen(
    'below in a scrolled box',
    (text) => `<div style="height:40px;overflow:auto"><div style="height:200px"></div>${text}</div>`,
  ),
  seen(
    'over an opaque box',
    (text) =>
      `<div style="position:absolute;z-index:1;background:#fff;inset:0"></div><p style="position:absolute;z-index:2;margin:0">${text}</p>`,
  ),
  seen(
    'under a clear box',
    (text) => `<p>${text}</p><div style="position:absolute;inset:0;background:rgba(0,0,0,.2)"></div>`,
  ),
  seen(
    'in a hidden box, made visible again',
    (text) => `<div style="visibility:hidden"><p style="visibility:visible">${text}</p></div>`,
  ),
  seen(
    'in colors of the background',
    styled('color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text'),
  ),
  unseen('transparent', styled('opacity:0')),
  unseen('in something transparent', (text) => `<div style="opacity:0"><p>${text}</p></div>`),
  unseen('hidden', styled('visibility:hidden')),
  unseen('not displayed', styled('display:none')),
  unseen('of clear letters', styled('color:transparent')),
  unseen('of no size', styled('font-size:0')),
  unseen('scaled to nothing', styled('transform:scale(0)')),
  unseen('left of the page', styled('position:absolute;left:-9999px')),
  unseen('indented away', styled('text-indent:-9999px')),
  unseen('moved away', styled('position:fixed;top:0;left:0;transform:translateX(-200%)')),
  unseen(
    'for screen readers',
    styled('position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'),
  ),
  unseen('clipped', styled('position:absolute;clip:rect(0,0,0,0)')),
  unseen('in a collapsed box', (text) => `<div style="height:0;overflow:hidden"><p>${text}</p></div>`),
  unseen(
    'below in a cut off box',
    (text) => `<div style="height:40px;overflow:hidden"><div style="height:200px"></div>${text}</div>`,
  ),
  unseen('in closed details', (text) => `<details><summary>&nbsp;</summary>${text}</details>`),
  unseen(
    'in a box whose content is skipped',
    (text) => `<div style="content-visibility:hidden">${text}</div>`,
  ),
  unseen(
    'under an opaque box',
    (text) => `<p>${text}</p><div style="position:absolute;inset:0;background:#fff"></div>`,
  ),
  unseen(
    'under an opaque box that lies in another layer',
    (text) =>
      `<div style="position:absolute;z-index:1">${text}</div><div style="position:absolute;inset:0;z-index:2"><div style="height:100%;background:#fff"></div></div>`,
  ),
  unseen('typed into a field', (text) => `<input value="${text}">`),
];

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

  it.each(kinds)('$name: a text put so is seen as people see it', async ({ html, isSeen }) => {
    const hand = await show(
      page(`<div style="position:relative;width:300px;height:90px">${html('solo')}</div>`, false),
    );
    expect(await hand.text()).toBe(isSeen ? 'solo' : '');
  });
});

/** Ways in which a style sheet may speak of `<p class="a b" id=c data-d>` in a `<section>`. */
const selectors = [
  'p',
  '.b',
  '#c',
  '[data-d]',
  '*',
  'section > p',
  ':is(.b, .x)',
  '.x, section .a:not(.x)',
  '.md\\:e',
  'section { & p',
  'section { .a',
  '@media screen { .b',
  '@layer one { @supports (display: block) { .b',
  '@scope (section) { p',
];
const spoken = [
  { says: 'opacity: 0', isSeen: false },
  { says: 'visibility: hidden', isSeen: false },
  { says: 'display: none', isSeen: false },
  { says: 'color: transparent', isSeen: false },
  { says: 'position: absolute; left: -9999px', isSeen: false },
  { says: 'position: absolute; clip: rect(0, 0, 0, 0)', isSeen: false },
  { says: 'clip-path: inset(50%)', isSeen: false },
  { says: 'height: 0; overflow: hidden', isSeen: false },
  { says: 'content-visibility: hidden', isSeen: false },
  { says: 'all: unset; opacity: 0', isSeen: false },
  { says: 'opacity: 0.5; color: red; position: relative; overflow: hidden', isSeen: true },
];

describe.skipIf(browserProgram === null)('what a style sheet says of a text', () => {
  const show = useHand(usePool());
  // Where there is more to read in the sheets than on the page, each element is asked instead.
  const others = '<b></b>'.repeat(30);
  const body = `<section><p class="a b md:e" id=c data-d>solo</p></section>${others}`;
  const closed = (selector: string) => ' }'.repeat(selector.split('{').length);

  it.each(spoken)('$says: holds, however it is said', async ({ says, isSeen }) => {
    for (const selector of selectors) {
      const only = selector === '*' ? 'section *' : selector;
      const style = `<style>${only} { ${says} ${closed(selector)}</style>`;
      const hand = await show(page(style + body, false));
      expect(await hand.text(), selector).toBe(isSeen ? 'solo' : '');
    }
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

function page(body: string, isRightToLeft: boolean): string {
  return `<!doctype html><html><meta charset=utf-8><style>p { margin: 0 } .written::after { content: attr(data-text) }</style>
    <script>
      const shadow = (name, html) => customElements.define(name, class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html(this); }
      });
      shadow('x-slot', () => '<div><slot></slot></div>');
      shadow('x-shadow', (host) => '<p style="margin:0">' + host.getAttribute('text') + '</p>');
    </script><body style="margin:0"><div dir="${isRightToLeft ? 'rtl' : 'ltr'}">${body}</div></body></html>`;
}
