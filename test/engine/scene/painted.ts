import { expect } from 'vitest';
import type { Hand } from '../browser/support.ts';

/** A way to put a text on a page, and whether a person can see it there. */
interface Kind {
  readonly name: string;
  readonly isSeen: boolean;
  html(text: string): string;
}

const seen = (name: string, html: Kind['html']): Kind => ({ name, isSeen: true, html });
const unseen = (name: string, html: Kind['html']): Kind => ({ name, isSeen: false, html });
const styled = (style: string) => (text: string) => `<p style="${style}">${text}</p>`;

export const kinds: readonly Kind[] = [
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

/** Ways in which a style sheet may speak of `<p class="a b" id=c data-d>` in a `<section>`. */
export const selectors = [
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
export const spoken = [
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

// Where there is more to read in the sheets than on the page, each element is asked instead.
const others = '<b></b>'.repeat(30);
export const body = `<section><p class="a b md:e" id=c data-d>solo</p></section>${others}`;
const closed = (selector: string) => ' }'.repeat(selector.split('{').length);

/** Whether the text is seen of which a style sheet says so. */
export async function isSeenAs(
  show: (html: string) => Promise<Hand>,
  selector: string,
  { says, isSeen }: (typeof spoken)[number],
): Promise<void> {
  const only = selector === '*' ? 'section *' : selector;
  const style = `<style>${only} { ${says} ${closed(selector)}</style>`;
  const hand = await show(page(style + body, false));
  expect(await hand.text(), selector).toBe(isSeen ? 'solo' : '');
}

export function page(body: string, isRightToLeft: boolean): string {
  return `<!doctype html><html><meta charset=utf-8><style>p { margin: 0 } .written::after { content: attr(data-text) }</style>
    <script>
      const shadow = (name, html) => customElements.define(name, class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html(this); }
      });
      shadow('x-slot', () => '<div><slot></slot></div>');
      shadow('x-shadow', (host) => '<p style="margin:0">' + host.getAttribute('text') + '</p>');
    </script><body style="margin:0"><div dir="${isRightToLeft ? 'rtl' : 'ltr'}">${body}</div></body></html>`;
}
