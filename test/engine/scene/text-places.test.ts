import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskedScene } from '../../../src/engine/scene/masked-scene.ts';
import { recordScene } from '../../../src/engine/scene/recorded-scene.ts';
import { copyOf, type Scene } from '../../../src/engine/scene/scene.ts';
import { browserProgram } from '../../support/browser.ts';
import { never, openDevice, serve, startPool } from '../browser/support.ts';
import { replayed } from './replayed.ts';

/** What may lie between the letters of an element in a line and the edge of its box; `X` is the element's class. */
const edges = [
  '',
  '.X { padding: 9px }',
  '.X { padding-inline: 9px 3px }',
  '.X { border: 7px solid }',
  '.X { border-left: 7px solid }',
  '@media (min-width: 1px) { .X { padding-right: 30px } }',
  'body { & .X { padding-left: 30px } }',
  '.X::before { content: ""; display: inline-block; width: 40px }',
  '.X::after { content: "→"; padding: 20px }',
  '.X::first-letter { font-size: 40px }',
  '.X { display: inline-block; padding: 5px }',
  '.X { display: flex; border: 3px solid }',
  '.X { letter-spacing: 9px; line-height: 3 }',
  '.X { vertical-align: super; font-size: 30px }',
  '.X { position: relative; left: 40px }',
  '.X { all: initial; padding: 4px }',
];
const words = ['plain', ' spaces around ', '日本 🎉', 'broken into lines '.repeat(30)];
const tags = ['span', 'a', 'b', 'mark', 'code', 'kbd', 'q', 'label'];

/** Every kind of element with every edge and every text, and a style that may speak of all of them. */
function pageWith(style: string): string {
  const rules = edges.map((edge, at) => edge.replaceAll('X', `e${at}`));
  const elements = edges.flatMap((_, edge) =>
    tags.flatMap((tag) => words.map((text) => `<${tag} class=e${edge}>${edge}: ${text}</${tag}> behind`)),
  );
  return `<!doctype html><meta charset=utf-8><style>${rules.join('\n')} #own { padding: 8px } ${style}</style>
    ${elements.map((element) => `<p>${element}</p>`).join('\n')}
    <p><b style="padding: 8px">by its own style</b><p><b id=own>by its id</b><p><b data-wide>by an attribute</b>
    <p><b>one <i>within</i></b><p><b>beside<i> </i></b>`;
}

const form = `<!doctype html><dialog open aria-modal=true style="overflow: auto"><label>Name <input value=Ada autofocus></label>
  <label><input type=checkbox checked> Agreed</label><button disabled title="Not yet">Save</button><p>Text</p></dialog>`;

interface Place {
  readonly text: string;
  readonly rect: Scene['screen'];
}

const readPlaces = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue.trim().replace(/\\s+/g, ' ');
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    if (text !== '') found.push({ text, rect: { x, y, width, height } });
  }
  return found;
})()`;

describe.skipIf(browserProgram === null)('the scene of a page', () => {
  let place: Awaited<ReturnType<typeof startPool>>;
  beforeAll(async () => {
    place = await startPool({ allowPrivate: true });
  });
  afterAll(() => place.stop());

  it.each(['', '[data-wide] { padding: 8px }', '* { padding: 2px }', 'b, a { border: 1px solid }'])(
    'has each text where its letters are, whatever lies around them (%s)',
    async (style) => {
      const site = await serve({ '/': pageWith(style) });
      const hand = await openDevice(place.pool);
      await hand.open(site.url);
      const { runs } = await hand.device.scene(never);
      const [page] = place.browser.contexts().flatMap((context) => context.pages());
      if (page === undefined) throw new Error('The page is not open.');
      const told = runs.filter(({ text }) => !text.includes('→'));
      const byBrowser = await page.evaluate<Place[]>(readPlaces);
      expect(told.map(({ text }) => text.trim())).toEqual(byBrowser.map(({ text }) => text));
      const sides = ['x', 'y', 'width', 'height'] as const;
      const wrong = byBrowser.flatMap(({ text, rect }, at) => {
        const own = told[at]?.rect ?? rect;
        return sides.some((side) => Math.abs(own[side] - rect[side]) > 0.2) ? [{ text, rect, own }] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('keeps every fact of a thing when it is recorded, and when secrets in it are covered', async () => {
    const site = await serve({ '/': form });
    const hand = await openDevice(place.pool);
    await hand.open(site.url);
    const scene = await hand.device.scene(never);
    const facts = scene.things.map(copyOf);
    expect(facts.filter(({ isChecked }) => isChecked)).toHaveLength(1);
    expect(facts.filter(({ isDisabled }) => isDisabled)).toHaveLength(1);
    expect(facts.filter(({ isFocused, value }) => isFocused && value === 'Ada')).toHaveLength(1);
    expect(facts.filter(({ isModal, isScrollable }) => isModal && isScrollable)).toHaveLength(1);
    const covered = maskedScene(scene, (text) => text);
    expect(covered.things.map(copyOf)).toEqual(facts);
    expect(replayed(recordScene(covered)).things).toEqual(facts);
    expect(replayed(recordScene(scene)).runs).toEqual(JSON.parse(recordScene(covered)).runs);
  });
});
