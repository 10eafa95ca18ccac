import type { DomBox, DomDocument, DomNode } from './dom.ts';
import type { ElementLook, ElementLooks } from './element-looks.ts';
import type { GeneratedText } from './generated-text.ts';
import type { Box, Covers, Stacking, Surface } from './stacking.ts';

declare const document: DomDocument;

export type TextPass = ReturnType<typeof createTextPass>;

/** What a text is in. */
interface TextOwner {
  readonly index: number;
  readonly look: ElementLook;
}

/** Reads the text that is painted. Runs in the page, as text: it may use nothing from outside itself. */
export function createTextPass(stacking: Stacking, looks: ElementLooks, generatedText: GeneratedText) {
  const gaps = { none: 0, space: 1, edge: 2, line: 3, block: 4 };
  /** Where a link in a line of text begins or ends. */
  const seam = 1.5;
  const { placeOf } = stacking;
  const columns = 7;
  const maxText = 20_000;
  const startsWord = /^[\p{L}\p{N}]/u;
  const endsWord = /[\p{L}\p{N}]$/u;
  const closing = /^\s*[.,;:!?)\]]/;
  const isUntidy = /[^\S ]|\s\s/;
  const mayBePrivate = /[\ud800-\uf8ff]/;
  const privateUse = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu;

  /** For one look at the whole page; it gets the number of things that have been reported. */
  function begin(thingsSoFar: () => number) {
    const range = document.createRange();
    const numbers: number[] = [];
    const texts: string[] = [];
    const surfaces: Surface[] = [];
    const areas: Array<Surface['flow']> = [];
    let gap = gaps.block;
    let isSpaced = false;
    let seams = 0;

    function raise(to: number): void {
      if (to > gap) gap = to;
      if (to === gaps.space) isSpaced = true;
      if (to === seam) seams += 1;
    }

    /** Of a node that is not blank. */
    function read(
      node: DomNode,
      whole: string,
      trimmed: string,
      owner: TextOwner,
      surface: Surface,
      isAlone: boolean,
    ): void {
      const { look } = owner;
      const place = placeOf(isAlone && looks.fitsItsText(look) ? looks.boxOf(look) : boxOf(node));
      const { reach } = surface.flow;
      if (place.right - place.left < 1 || place.bottom - place.top < 1) return;
      if (!stacking.overlaps(place, reach)) return;
      const hasEnds = trimmed.length < whole.length;
      if (hasEnds && /^\s/.test(whole)) raise(gaps.space);
      const hasLines = trimmed.includes('\n') && /^(pre|break)/.test(looks.styleOf(look).whiteSpace);
      if (!hasLines && stacking.isWithin(place, reach, 2)) add(whole, place, owner, surface);
      else visibleParts(node, whole, owner, surface, hasLines);
      if (hasEnds && /\s$/.test(whole)) raise(gaps.space);
    }

    function boxOf(node: DomNode): DomBox {
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    }

    /** Of a text whose line breaks are kept, the lines that can be seen; of one that is cut off somewhere, the words. */
    function visibleParts(
      node: DomNode,
      whole: string,
      owner: TextOwner,
      surface: Surface,
      isOfLines: boolean,
    ): void {
      const pattern = isOfLines ? /[^\n]*\S[^\n]*/g : /\S+/g;
      for (const { 0: part, index } of whole.slice(0, maxText).matchAll(pattern)) {
        range.setStart(node, index);
        range.setEnd(node, index + part.length);
        const box = range.getBoundingClientRect();
        const place = placeOf(box);
        const { left, top, right, bottom } = stacking.meet(place, surface.flow.reach);
        const isWideEnough = isOfLines ? right > left : right - left >= box.width / 2;
        if (isWideEnough && bottom - top >= box.height / 2) add(part, place, owner, surface);
        raise(isOfLines ? gaps.line : gaps.space);
      }
    }

    function add(words: string, place: Box, { index, look }: TextOwner, surface: Surface): void {
      const letters = transformed(words.slice(0, maxText), looks.letterCaseOf(look));
      const plain = mayBePrivate.test(letters) ? letters.replace(privateUse, '') : letters;
      if (plain.trim() === '') return;
      if (gap < gaps.edge && isSetApart(place)) gap = gaps.edge;
      // Where a link touches the marks around it, a person reads on: “Emma”, (3/5). Two words that touch are two.
      if (gap === seam && !isSpaced && seams === 1 && !isWordOn(plain)) gap = gaps.none;
      // Punctuation belongs to the word before it, whatever the space around that.
      const isJoined = (gap === gaps.edge || gap === seam) && closing.test(plain);
      push(plain, place, index, isJoined ? gaps.none : gap, surface, surface.flow);
    }

    /** Letters follow on letters. */
    function isWordOn(words: string): boolean {
      return startsWord.test(words) && endsWord.test(texts.at(-1) ?? '');
    }

    /** In the same line as the text before, and farther from it than letters are: a badge, a chip. */
    function isSetApart({ left, right, top, bottom }: Box): boolean {
      const last = numbers.length - columns;
      if (last < 0) return false;
      const before = boxAt(last + 3);
      const isInLine = Math.min(bottom, before.bottom) - Math.max(top, before.top) > (bottom - top) / 2;
      const distance = Math.max(left - before.right, before.left - right);
      return isInLine && distance > 0.14 * (bottom - top);
    }

    function tenths(at: number): number {
      return (numbers[at] ?? 0) / 10;
    }

    function boxAt(at: number): Box {
      const left = tenths(at);
      const top = tenths(at + 1);
      return { left, top, right: left + tenths(at + 2), bottom: top + tenths(at + 3) };
    }

    function push(
      words: string,
      place: Box,
      index: number,
      before: number,
      surface: Surface,
      area: Surface['flow'],
    ): void {
      const { left, top, right, bottom } = place;
      numbers.push(
        index,
        thingsSoFar(),
        before === seam ? gaps.edge : before,
        Math.round(left * 10),
        Math.round(top * 10),
        Math.round((right - left) * 10),
        Math.round((bottom - top) * 10),
      );
      texts.push(isUntidy.test(words) ? words.replace(/\s+/g, ' ') : words);
      surfaces.push(surface);
      areas.push(area);
      gap = gaps.none;
      isSpaced = false;
      seams = 0;
    }

    /** What a style sheet writes before or behind the content. */
    function generated(owner: TextOwner, pseudo: '::before' | '::after', surface: Surface): void {
      const { index, look } = owner;
      if (!looks.isVisible(look)) return;
      const found = generatedText.of(look.element, pseudo);
      if (found === null) return;
      const { words, style } = found;
      if (surface.opacity * Number(style.opacity) < stacking.faintest) return;
      if (!stacking.leavesMark(style.webkitTextFillColor) && !stacking.isBackgroundInLetters(style)) return;
      const isApart = style.display !== 'inline';
      if (isApart) raise(looks.kindOf(style.display).isBlock ? gaps.block : gaps.edge);
      if (/^\s/.test(words)) raise(gaps.space);
      const place = placeOf(looks.boxOf(look));
      if (!stacking.overlaps(place, surface.flow.reach)) return;
      push(transformed(words, style.textTransform), place, index, gap, surface, surface.flow);
      if (/\s$/.test(words)) raise(gaps.space);
      if (isApart) raise(gaps.edge);
    }

    /** What a control says without a text of its own. */
    function control(words: string, owner: TextOwner, surface: Surface, area: Surface['flow']): void {
      push(words, placeOf(looks.boxOf(owner.look)), owner.index, Math.max(gap, gaps.edge), surface, area);
    }

    function seen(covers: Covers): { runs: number[]; texts: string[] } {
      if (covers.all.length === 0) return { runs: numbers, texts };
      const isSeen = texts.map((_, at) => {
        const [surface, area] = [surfaces[at], areas[at]];
        if (surface === undefined || area === undefined) return true;
        const box = stacking.meet(boxAt(at * columns + 3), area.reach);
        return !covers.isCovered(box, surface, area, numbers[at * columns] ?? 0);
      });
      return {
        runs: numbers.filter((_, at) => isSeen[Math.floor(at / columns)]),
        texts: texts.filter((_, at) => isSeen[at]),
      };
    }

    return { raise, read, generated, control, seen };
  }

  function transformed(words: string, transform: string): string {
    if (transform === 'none') return words;
    if (transform === 'uppercase') return words.toUpperCase();
    if (transform === 'lowercase') return words.toLowerCase();
    return transform === 'capitalize'
      ? words.replace(/(^|\s)(\p{L})/gu, (letters) => letters.toUpperCase())
      : words;
  }

  return { begin, gaps, seam, columns };
}
