import type { DomElement, DomStyle } from './dom.ts';
import type { NameFacts, Semantics } from './semantics.ts';

declare function getComputedStyle(element: DomElement, pseudo?: string): DomStyle;

/** What only some things have. */
export interface ThingDetail {
  names?: NameFacts[];
  labels?: number[];
  value?: string;
  number?: string;
}

/** The things of a look, by their index. */
interface ScannedThings {
  readonly elements: readonly DomElement[];
  parentOf(index: number): number;
  isVisible(index: number): boolean;
  /** The index behind the last thing within. */
  endOf(index: number): number;
}

export type Naming = ReturnType<typeof createNaming>;

/** How things are called, and what they hold. Runs in the page, as text: it may use nothing from outside itself. */
export function createNaming(semantics: Semantics) {
  const { bit } = semantics;
  const none: NameFacts[] = [];
  const longestName = 500;
  const maxText = 20_000;
  const maxParts = 30;
  const maxAround = 2;
  const putAwayPx = 2;

  /** Whether there is more to see than letters that nobody can see; text put away is for those who listen. */
  function isPictured(element: DomElement): boolean {
    if (element.shadowRoot !== null || isPainted(element) || isPaintedAround(element)) return true;
    const inIt = [...element.querySelectorAll('*')];
    return inIt.length > maxParts || inIt.some((part) => isPicture(part) || isPainted(part));
  }

  function isPicture(part: DomElement): boolean {
    const { width, height } = part.getBoundingClientRect();
    const isPutAway = width <= putAwayPx || height <= putAwayPx;
    const isSilent = (part.textContent ?? '').trim() === '';
    return isSilent !== isPutAway;
  }

  function isPainted(element: DomElement): boolean {
    const { backgroundImage, webkitMaskImage } = getComputedStyle(element);
    // A gradient is a ground, not a picture.
    if (/url\(|image-set\(/.test(backgroundImage) || webkitMaskImage !== 'none') return true;
    return ['::before', '::after'].some((pseudo) => getComputedStyle(element, pseudo).content !== 'none');
  }

  /** The picture of a link is often that of the list item around it, of the same size. */
  function isPaintedAround(element: DomElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    let around = element.parentElement;
    for (let left = maxAround; left > 0 && around !== null; left -= 1) {
      const box = around.getBoundingClientRect();
      if (box.width > 1.5 * width || box.height > 1.5 * height) return false;
      if (isPainted(around)) return true;
      around = around.parentElement;
    }
    return false;
  }

  /** For one look. */
  function begin({ elements, parentOf, endOf, isVisible }: ScannedThings) {
    const details = new Map<number, ThingDetail>();
    const tied: Array<[label: number, control: DomElement]> = [];
    const referring: Array<[index: number, referred: DomElement[]]> = [];
    const calledByText: number[] = [];

    /** True where it has a name of its own. */
    function describe(
      element: DomElement,
      index: number,
      role: string | null,
      tag: string,
      isTelling: boolean,
      told: number,
    ): boolean {
      const isNamed = (told & bit.naming) !== 0 || tag === 'SVG' || semantics.isDated(element);
      const names = isNamed ? semantics.namesOf(element) : none;
      const file = tag === 'A' ? semantics.fileBehind(element) : null;
      const all = file === null ? names : [...names, ['file', file] as const];
      if (all.length > 0) detailOf(index).names = all;
      const value = isTelling ? semantics.heldBy(element, role) : null;
      if (value !== null) detailOf(index).value = value.slice(0, maxText);
      const number = value === null ? null : semantics.numberBehind(element, role);
      if (number !== null) detailOf(index).number = number;
      if (tag === 'LABEL') tie(element, index);
      if ((told & bit.referring) !== 0) referring.push([index, semantics.referredBy(element)]);
      return names.length > 0;
    }

    /** To what it is tied to; else to the custom control within it. */
    function tie(label: DomElement, index: number): void {
      const control = label.control ?? label.querySelector('[role=checkbox],[role=radio],[role=switch]');
      if (control == null) return;
      // The control of a custom element is in its shadow tree.
      tied.push([index, control.shadowRoot?.querySelector('input,select,textarea,button') ?? control]);
    }

    /** By what the whole look has shown: `speakers` are the things with text that is seen. */
    function complete(speakers: Iterable<number>): void {
      const isSpeaking = new Uint8Array(elements.length);
      for (const index of speakers) isSpeaking[index] = 1;
      for (let index = elements.length - 1; index > 0; index -= 1)
        if (isSpeaking[index] === 1) isSpeaking[parentOf(index)] = 1;
      bySilentText((index) => isSpeaking[index] === 0);
      byReference((index) => isSpeaking[index] === 0);
    }

    /** Authors who show only a picture often say what it is to those who can't see it. */
    function bySilentText(isSilent: (index: number) => boolean): void {
      for (const index of calledByText) {
        const element = elements[index];
        if (element === undefined || !isSilent(index)) continue;
        const words = isVisible(index) ? renderedBy(element) : spokenBy(element);
        if (words !== '' && (!isVisible(index) || isPictured(element))) addText(index, words);
      }
    }

    function byReference(isSilent: (index: number) => boolean): void {
      if (tied.length === 0 && referring.length === 0) return;
      const indexes = new Map<DomElement, number>();
      for (const [index, element] of elements.entries()) indexes.set(element, index);
      for (const [label, control] of tied) {
        const index = indexes.get(control);
        const element = elements[label];
        if (index === undefined || element === undefined) continue;
        addLabel(index, label);
        const isUnreadable = isVisible(label) && isSilent(label) && !isPictured(element);
        if (!isUnreadable) addName(index, element);
      }
      for (const [index, referred] of referring) {
        for (const element of referred) {
          const label = indexes.get(element);
          if (label !== undefined && label !== index && !isWithinThing(label, index)) addLabel(index, label);
        }
        addName(index, ...referred);
      }
    }

    function addLabel(index: number, label: number): void {
      const detail = detailOf(index);
      detail.labels = [...(detail.labels ?? []), label];
    }

    /** A label that nobody sees is a name as well. */
    function addName(index: number, ...labels: Array<DomElement | null>): void {
      addText(index, labels.map((label) => (label === null ? '' : spokenBy(label))).join(' '));
    }

    function addText(index: number, words: string): void {
      const text = words.replace(/\s+/g, ' ').trim();
      if (text === '' || text.length > longestName) return;
      const detail = detailOf(index);
      detail.names = [...(detail.names ?? []), ['aria', text]];
    }

    /** A label may be only a picture. */
    function spokenBy(label: DomElement): string {
      const words = label.getAttribute('aria-label') ?? label.textContent ?? '';
      return words.trim() === '' ? saidOfPicture(label) : words;
    }

    /** What is not rendered is not even heard. */
    function renderedBy(element: DomElement): string {
      const words = element.innerText ?? element.textContent ?? '';
      return words.trim() === '' ? saidOfPicture(element) : words;
    }

    function saidOfPicture(element: DomElement): string {
      const pictures = [element, element.querySelector('img,svg')].flatMap((one) => one ?? []);
      const names = pictures.flatMap((picture) => semantics.namesOf(picture));
      return names.find(([from]) => from !== 'test id')?.[1] ?? '';
    }

    function isWithinThing(inner: number, outer: number): boolean {
      return inner > outer && inner < endOf(outer);
    }

    function detailOf(index: number): ThingDetail {
      let detail = details.get(index);
      if (detail === undefined) {
        detail = {};
        details.set(index, detail);
      }
      return detail;
    }

    return { details, calledByText, describe, addName, complete };
  }

  return { begin };
}
