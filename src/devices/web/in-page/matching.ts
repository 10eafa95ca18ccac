import type { DomElement, DomStyle } from './dom.ts';
import type { Semantics } from './semantics.ts';
import type { Surroundings } from './surroundings.ts';

declare function getComputedStyle(element: DomElement): DomStyle;

/** What is meant to be done with it, which decides between things of the same name. */
export type Purpose = 'look' | 'click' | 'type' | 'check' | 'select' | 'upload';

/** What to look for, in words of the page: data, so that it can travel into it. */
export interface PageQuery {
  readonly name: string | null;
  /** Roles of ARIA: those that are meant, then those that pass for them. Null: whatever it is. */
  readonly tiers: ReadonlyArray<readonly string[]> | null;
  readonly within: string | null;
  /** From 1; -1 is the last. */
  readonly nth: number | null;
  readonly purpose: Purpose;
}

export interface Match {
  readonly elements: DomElement[];
  /** How many there are before `nth` takes one. */
  readonly total: number;
  readonly isExact: boolean;
  readonly isSeen: boolean;
}

export type Matching = ReturnType<typeof createMatching>;

/** Finds what a query names. Runs in the page, as text: it may use nothing from outside itself. */
export function createMatching(semantics: Semantics, surroundings: Surroundings) {
  const { normal, roleOf, nameOf, labelsOf, placeholderOf, testIdsOf, textOf, parentOf } = semantics;
  const { isVisible, isSeen, isCheckable, isEditable, isInteractive } = semantics;
  /** Roles whose things people name by what stands in them. */
  const namedByText = new Set('row listitem dialog alertdialog article option cell gridcell'.split(' '));

  /** One way of being called: what of the page is called so. */
  type Way = (fits: (text: string) => boolean, wanted: string) => DomElement[];

  function match(query: PageQuery): Match {
    const elements = semantics.lookAnew();
    const modal = semantics.openModal(elements);
    const wanted = normal(query.name ?? '');
    const fittings =
      query.name === null
        ? [() => true]
        : [(text: string) => normal(text) === wanted, (text: string) => normal(text).includes(wanted)];
    let hidden: Match | null = null;
    for (const [index, fits] of fittings.entries()) {
      for (const way of waysOf(query, elements)) {
        let found = way(fits, wanted);
        if (found.length > 0 && query.within !== null)
          found = surroundings.narrow(found, query.within, elements);
        const seen = found.filter((element) => isReachable(element, query.purpose));
        const inFront = modal === null ? [] : seen.filter((element) => semantics.encloses(modal, element));
        const single = oneOfNested(inFront.length > 0 ? inFront : seen);
        if (single.length > 0) return pick(single, query.nth, index === 0, true);
        if (found.length > 0) hidden ??= pick(oneOfNested(found), query.nth, index === 0, false);
      }
    }
    return hidden ?? { elements: [], total: 0, isExact: true, isSeen: false };
  }

  function pick(found: DomElement[], nth: number | null, isExact: boolean, isShown: boolean): Match {
    const one = nth === null ? undefined : found.at(nth === -1 ? -1 : nth - 1);
    const elements = nth === null ? found : one === undefined ? [] : [one];
    return { elements, total: found.length, isExact, isSeen: isShown };
  }

  /** In the order in which they are tried: role and name, label, placeholder, text, test id. */
  function waysOf(query: PageQuery, elements: readonly DomElement[]): Way[] {
    const { tiers, purpose, name } = query;
    if (tiers !== null) return tiers.flatMap((roles) => waysByRole(rolePool(roles, elements, name), purpose));
    const byPurpose: Partial<Record<Purpose, (element: DomElement) => boolean>> = {
      type: isEditable,
      check: (element) => isCheckable(element) || element.hasAttribute('aria-pressed'),
      select: (element) => /^(combobox|listbox)$/.test(roleOf(element) ?? ''),
      upload: (element) => roleOf(element) === 'file',
    };
    const suits = byPurpose[purpose];
    if (suits === undefined) return openWays(elements);
    const ways = waysByRole(elements.filter(suits), purpose);
    return purpose === 'select' || purpose === 'upload' ? [...ways, ...openWays(elements)] : ways;
  }

  function waysByRole(pool: readonly DomElement[], purpose: Purpose): Way[] {
    const byText = (element: DomElement) => (namedByText.has(roleOf(element) ?? '') ? [textOf(element)] : []);
    return [
      byName(pool),
      among(pool, labelTexts),
      among(pool, (element) => [placeholderOf(element)]),
      among(pool, purpose === 'type' ? strayLabel : byText),
      among(pool.filter(semantics.hasTestId), testIdsOf),
    ];
  }

  function openWays(elements: readonly DomElement[]): Way[] {
    const active = elements.filter(isInteractive);
    const still = elements.filter((element) => !isInteractive(element) && roleOf(element) !== null);
    return [
      byName(active),
      among(active, labelTexts),
      among(active, (element) => [placeholderOf(element)]),
      byName(still),
      (fits, wanted) => semantics.rootsOf(elements).flatMap((root) => semantics.sayers(root, wanted, fits)),
      among(elements.filter(semantics.hasTestId), testIdsOf),
    ];
  }

  function byName(pool: readonly DomElement[]): Way {
    return (fits, wanted) => {
      const words = wanted.split(' ');
      return pool.filter((element) => semantics.mayBeCalled(element, words) && fits(nameOf(element)));
    };
  }

  function among(pool: readonly DomElement[], called: (element: DomElement) => readonly string[]): Way {
    return (fits) => pool.filter((element) => called(element).some(fits));
  }

  function rolePool(
    roles: readonly string[],
    elements: readonly DomElement[],
    name: string | null,
  ): DomElement[] {
    const wanted = name === null ? null : normal(name);
    return elements.filter((element) => {
      const role = roleOf(element);
      if (role !== null) return roles.includes(role) && !(wanted === null && isHeaderRow(element));
      return roles.includes('clickable') && wanted !== null && looksClickable(element, wanted);
    });
  }

  /** Whoever asks for the second row does not count the line of headings. */
  function isHeaderRow(element: DomElement): boolean {
    if (roleOf(element) !== 'row') return false;
    const cells = [...element.children];
    return cells.length > 0 && cells.every((cell) => roleOf(cell) === 'columnheader');
  }

  function looksClickable(element: DomElement, wanted: string): boolean {
    if (!normal(element.textContent ?? '').includes(wanted)) return false;
    const parent = element.parentElement;
    return (
      getComputedStyle(element).cursor === 'pointer' &&
      (parent === null || getComputedStyle(parent).cursor !== 'pointer')
    );
  }

  function labelTexts(element: DomElement): string[] {
    return labelsOf(element).map((label) => label.textContent ?? '');
  }

  /** A label that its author forgot to tie to the only field beside it. */
  function strayLabel(element: DomElement): string[] {
    const around = nameOf(element) === '' ? element.parentElement : null;
    if (around === null || [...around.querySelectorAll('input,textarea,select')].length !== 1) return [];
    return [...around.querySelectorAll('label')].map((label) => label.textContent ?? '');
  }

  function isReachable(element: DomElement, purpose: Purpose): boolean {
    if (purpose === 'upload' && roleOf(element) === 'file') return true;
    return purpose === 'click' ? isVisible(element) : isSeen(element);
  }

  /** A link around a heading of the same words is one thing. */
  function oneOfNested(found: DomElement[]): DomElement[] {
    const all = new Set(found);
    const dropped = new Set<DomElement>();
    for (const inner of found) {
      for (let outer = parentOf(inner); outer !== null; outer = parentOf(outer)) {
        if (!all.has(outer)) continue;
        dropped.add(isInteractive(outer) && !isInteractive(inner) ? inner : outer);
      }
    }
    return found.filter((element) => !dropped.has(element));
  }

  return { match };
}
