import type { DomElement } from './dom.ts';
import type { Semantics } from './semantics.ts';

export type Surroundings = ReturnType<typeof createSurroundings>;

/**
 * Which row, group or dialog something lies in. Runs in the page, as text: it may use nothing from outside itself.
 */
export function createSurroundings(semantics: Semantics) {
  const { roleOf, nameOf, textOf, normal, tidy, parentOf, encloses, isVisible, isInteractive } = semantics;
  /** What belongs to one of these does not belong to its neighbour. */
  const items = new Set('row listitem article dialog alertdialog option treeitem'.split(' '));
  const areas = new Set(
    'form region group radiogroup tabpanel navigation banner contentinfo complementary main search figure table grid list menu toolbar'.split(
      ' ',
    ),
  );

  /** Those candidates that lie in what `within` names: the smallest such thing that holds any of them. */
  function narrow(candidates: DomElement[], within: string, elements: readonly DomElement[]): DomElement[] {
    const wanted = normal(within);
    for (const isExact of [true, false]) {
      const held = smallest(named(wanted, isExact, elements), candidates);
      if (held.length > 0) return held;
    }
    const anchors = semantics
      .rootsOf(elements)
      .flatMap((root) => semantics.sayers(root, wanted, (text) => normal(text).includes(wanted)))
      .filter(isVisible);
    return [...new Set(anchors.flatMap((anchor) => beside(anchor, candidates)))];
  }

  function named(wanted: string, isExact: boolean, elements: readonly DomElement[]): DomElement[] {
    const words = wanted.split(' ');
    const fits = (text: string) => (isExact ? normal(text) === wanted : normal(text).includes(wanted));
    return elements.filter((element) => {
      const role = roleOf(element);
      if (role === null || !(items.has(role) || areas.has(role))) return false;
      if (!semantics.mayBeCalled(element, words) || !isVisible(element)) return false;
      return fits(nameOf(element)) || (!isExact && items.has(role) && fits(textOf(element)));
    });
  }

  function smallest(containers: DomElement[], candidates: DomElement[]): DomElement[] {
    const holding = containers.filter((container) => candidates.some((one) => encloses(container, one)));
    const innermost = holding.filter(
      (one) => !holding.some((other) => other !== one && encloses(one, other)),
    );
    return candidates.filter((one) => innermost.some((container) => encloses(container, one)));
  }

  /** From a text outwards, to the first thing around it that holds a candidate. */
  function beside(anchor: DomElement, candidates: DomElement[]): DomElement[] {
    let branch = anchor;
    for (let around = parentOf(anchor); around !== null; around = parentOf(around)) {
      const held = candidates.filter((one) => encloses(around as DomElement, one));
      if (roleOf(branch) === 'heading' && held.length > 0) return underHeading(branch, held);
      if (held.length > 0)
        return held.filter((one) => !isNeighbour(branch, branchOf(one, around as DomElement)));
      if (items.has(roleOf(around) ?? '') || around.tagName === 'BODY') return [];
      branch = around;
    }
    return [];
  }

  /** A heading speaks for what follows it, up to the next one of its kind. */
  function underHeading(heading: DomElement, held: DomElement[]): DomElement[] {
    const found: DomElement[] = [];
    for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
      if (next.tagName === heading.tagName) break;
      const at = next;
      found.push(...held.filter((one) => one === at || encloses(at, one)));
    }
    return found;
  }

  function branchOf(element: DomElement, around: DomElement): DomElement {
    let branch = element;
    for (let at = parentOf(element); at !== null && at !== around; at = parentOf(at)) branch = at;
    return branch;
  }

  /** Of two cards built alike, each with a text of its own, one does not lie in the other. */
  function isNeighbour(branch: DomElement, other: DomElement): boolean {
    if (branch === other || branch.tagName !== other.tagName || branch.className !== other.className)
      return false;
    if (isInteractive(other)) return false;
    let ownText = normal(textOf(other));
    for (const part of other.querySelectorAll('a,button,input,select,textarea,[role]'))
      if (isInteractive(part)) ownText = ownText.replace(normal(textOf(part)), '');
    return ownText.trim() !== '';
  }

  /** Where it is, for people to tell it from others: `the row "Bob 42 Delete"`. */
  function placeOf(element: DomElement): string | null {
    for (let at = parentOf(element); at !== null; at = parentOf(at)) {
      const role = roleOf(at);
      if (role === null) continue;
      const words = items.has(role)
        ? nameOf(at) || textOf(at)
        : areas.has(role)
          ? nameOf(at) || headingIn(at)
          : '';
      if (words !== '') return `the ${plainRole(role)} "${shorten(words)}"`;
      if (/^(navigation|banner|contentinfo)$/.test(role)) return `the ${plainRole(role)}`;
    }
    return null;
  }

  function headingIn(element: DomElement): string {
    const heading = element.querySelector('h1,h2,h3,h4,h5,h6,[role=heading],legend,caption');
    return heading === null ? '' : tidy(heading.textContent ?? '');
  }

  function plainRole(role: string): string {
    const words: Record<string, string> = {
      listitem: 'list item',
      alertdialog: 'dialog',
      region: 'section',
      banner: 'header',
      contentinfo: 'footer',
      tabpanel: 'tab panel',
    };
    return words[role] ?? role;
  }

  function shorten(text: string): string {
    return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
  }

  return { narrow, placeOf };
}
