import type { Attributes } from './attributes.ts';
import type { DomElement } from './dom.ts';
import type { NameFacts, Semantics } from './semantics.ts';

/** What only some things have. */
export interface ThingDetail {
  names?: NameFacts[];
  labels?: number[];
  value?: string;
  number?: string;
}

/** The things of a look, by their index. */
interface Told {
  readonly elements: readonly DomElement[];
  parentOf(index: number): number;
  /** The index behind the last thing within. */
  endOf(index: number): number;
}

export type Naming = ReturnType<typeof createNaming>;

/** How things are called, and what they hold. Runs in the page, as text: it may use nothing from outside itself. */
export function createNaming(semantics: Semantics, { bit }: Attributes) {
  const none: NameFacts[] = [];
  const longestName = 500;
  const maxText = 20_000;

  /** For one look. */
  function begin({ elements, parentOf, endOf }: Told) {
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
      const isNamed = (told & bit.naming) !== 0 || tag === 'SVG';
      const names = isNamed ? semantics.namesOf(element) : none;
      if (names.length > 0) detailOf(index).names = names;
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
      // The control of a custom element lies in its shadow tree.
      tied.push([index, control.shadowRoot?.querySelector('input,select,textarea,button') ?? control]);
    }

    function byReference(): void {
      if (tied.length === 0 && referring.length === 0) return;
      const indexes = new Map<DomElement, number>();
      for (const [index, element] of elements.entries()) indexes.set(element, index);
      for (const [label, control] of tied) {
        const index = indexes.get(control);
        if (index === undefined) continue;
        addLabel(index, label);
        addName(index, elements[label] ?? null);
      }
      for (const [index, referred] of referring) {
        for (const element of referred) {
          const label = indexes.get(element);
          if (label !== undefined && label !== index && !isWithinThing(label, index)) addLabel(index, label);
        }
        addName(index, ...referred);
      }
    }

    /** Whoever shows only a picture often says what it is to those who can't see it. */
    function bySilentText(speakers: Iterable<number>): void {
      if (calledByText.length === 0) return;
      const isSpeaking = new Uint8Array(elements.length);
      for (const index of speakers) isSpeaking[index] = 1;
      for (let index = elements.length - 1; index > 0; index -= 1)
        if (isSpeaking[index] === 1) isSpeaking[parentOf(index)] = 1;
      for (const index of calledByText) if (isSpeaking[index] === 0) addName(index, elements[index] ?? null);
    }

    function addLabel(index: number, label: number): void {
      const detail = detailOf(index);
      detail.labels = [...(detail.labels ?? []), label];
    }

    /** A label that nobody sees is a name as well. */
    function addName(index: number, ...labels: Array<DomElement | null>): void {
      const text = labels
        .map((label) => (label === null ? '' : spokenBy(label)))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (text === '' || text.length > longestName) return;
      const detail = detailOf(index);
      detail.names = [...(detail.names ?? []), ['aria', text]];
    }

    /** A label may be only a picture. */
    function spokenBy(label: DomElement): string {
      const words = label.getAttribute('aria-label') ?? label.textContent ?? '';
      if (words.trim() !== '') return words;
      const pictures = [label, label.querySelector('img,svg')].flatMap((one) => one ?? []);
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

    return { details, calledByText, describe, addName, byReference, bySilentText };
  }

  return { begin };
}
