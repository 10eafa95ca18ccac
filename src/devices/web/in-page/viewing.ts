import type { Sighting } from '../../device.ts';
import type { DomDocument, DomElement, DomNode, DomStyle, DomStyleSheet } from './dom.ts';
import type { Match, Matching, PageQuery } from './matching.ts';
import type { Semantics } from './semantics.ts';
import type { Surroundings } from './surroundings.ts';

declare const document: DomDocument;
declare function getComputedStyle(element: DomElement): DomStyle;
declare const CSSStyleSheet: new () => DomStyleSheet;
declare const innerHeight: number;
declare const innerWidth: number;

/** One element, as data. */
export interface ElementView extends Sighting {
  /** The row, dialog or section that it lies in, in words. */
  readonly place: string | null;
  readonly tag: string;
  readonly isEditable: boolean;
  /** False for a box that only its label shows. */
  readonly hasOwnBox: boolean;
  /** What a list offers. */
  readonly options: readonly string[] | null;
}

export interface MatchView {
  readonly views: readonly ElementView[];
  readonly total: number;
  readonly isExact: boolean;
  readonly isSeen: boolean;
  readonly isLoading: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';
export type Viewing = ReturnType<typeof createViewing>;

/** What is in the page, as data. Runs in the page, as text: it may use nothing from outside itself. */
export function createViewing(semantics: Semantics, surroundings: Surroundings, matching: Matching) {
  const { roleOf, nameOf, textOf, tidy, normal, isVisible, isSeen, isCheckable, isEditable } = semantics;
  const maxViews = 200;
  const maxTextLength = 2_000;
  let stillSheet: DomStyleSheet | undefined;

  function look(query: PageQuery): MatchView {
    const { elements, total, isExact, isSeen: isShown }: Match = matching.match(query);
    const views = elements.slice(0, maxViews).map(view);
    return { views, total, isExact, isSeen: isShown, isLoading: document.readyState === 'loading' };
  }

  function view(element: DomElement): ElementView {
    const text = textOf(element);
    return {
      role: roleOf(element),
      name: nameOf(element) || semantics.placeholderOf(element) || text.slice(0, 200),
      text: text.slice(0, maxTextLength),
      value: heldBy(element),
      isVisible: isSeen(element),
      isEnabled:
        !element.matches(':disabled') &&
        element.closest('[aria-disabled="true"]') === null &&
        element.closest('[inert]') === null,
      isFocused: element.getRootNode().activeElement === element,
      isChecked: checkedOf(element),
      isSelected: selectedOf(element),
      place: surroundings.placeOf(element),
      tag: element.tagName.toLowerCase(),
      isEditable: isEditable(element),
      hasOwnBox: isVisible(element),
      options: element.options === undefined ? null : [...element.options].map(optionText),
    };
  }

  function optionText(option: DomElement): string {
    return tidy(option.label || option.textContent || '');
  }

  function heldBy(element: DomElement): string | null {
    if (element.options !== undefined) {
      const chosen = [...element.options].filter((option) => option.selected === true);
      return chosen.map(optionText).join(', ');
    }
    if (isCheckable(element)) return null;
    if (isEditable(element)) return element.value ?? element.innerText ?? '';
    const role = roleOf(element) ?? '';
    if (role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter')
      return (
        element.getAttribute('aria-valuetext') ??
        element.getAttribute('aria-valuenow') ??
        element.value ??
        null
      );
    return role === 'combobox' || role === 'textbox' ? textOf(element) : null;
  }

  function checkedOf(element: DomElement): boolean | null {
    if (element.tagName === 'INPUT' && isCheckable(element) && typeof element.checked === 'boolean')
      return element.checked;
    const said = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
    if (said !== null) return said === 'true';
    return isCheckable(element) ? false : null;
  }

  function selectedOf(element: DomElement): boolean | null {
    if (element.tagName === 'OPTION') return element.selected === true;
    const said = element.getAttribute('aria-selected');
    if (said !== null) return said === 'true';
    const current = element.getAttribute('aria-current');
    return current === null ? null : current !== 'false';
  }

  /** What else is there, for whoever asked for something that is not. */
  function names(query: PageQuery): Array<{ role: string | null; name: string }> {
    const elements = semantics.lookAnew();
    const roles = query.tiers?.flat() ?? null;
    const seen = new Map<string, { role: string | null; name: string }>();
    for (const element of elements) {
      const role = roleOf(element);
      if (role === null || (roles !== null && !roles.includes(role))) continue;
      if (query.purpose === 'type' && !isEditable(element)) continue;
      if (query.purpose === 'check' && !isCheckable(element)) continue;
      const name = nameOf(element) || semantics.placeholderOf(element);
      if (name === '' || name.length > 120 || !isSeen(element)) continue;
      seen.set(`${role} ${name}`, { role, name });
      if (seen.size >= maxViews) break;
    }
    return [...seen.values()];
  }

  /** The visible text, one line for each block. */
  function text(): string {
    // In a frame that is not shown nothing is laid out, and every text would pass for a visible one.
    if (document.body === null || innerWidth <= 1 || !document.body.checkVisibility()) return '';
    return linesOf(document.body)
      .split('\n')
      .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
      .filter((line) => line !== '')
      .join('\n');
  }

  /** The browser's own `innerText` leaves out shadow trees and tells every option of a closed list. */
  function linesOf(element: DomElement): string {
    if (element.innerText !== undefined && !needsOwnWalk(element)) return element.innerText;
    if (element.tagName === 'SELECT')
      return roleOf(element) === 'listbox' ? (element.innerText ?? '') : (heldBy(element) ?? '');
    let lines = '';
    for (const child of semantics.shownChildren(element)) lines += lineOf(child);
    return lines;
  }

  function lineOf(node: DomNode): string {
    if (node.nodeType === 3) return (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (node.nodeType !== 1) return '';
    const element = node as DomElement;
    if (semantics.isUnseenTag(element) || !element.checkVisibility({ visibilityProperty: true })) {
      // What is hidden may still hold what is visible.
      return element.checkVisibility() && getComputedStyle(element).display !== 'none'
        ? [...element.children].map(lineOf).join('')
        : '';
    }
    if (element.tagName === 'BR') return '\n';
    const lines = linesOf(element);
    const { display } = getComputedStyle(element);
    if (display.startsWith('inline') || display === 'contents') return lines;
    return display === 'table-cell' ? `${lines}\t` : `\n${lines}\n`;
  }

  function needsOwnWalk(element: DomElement): boolean {
    if (element.shadowRoot !== null || element.tagName === 'SELECT' || element.tagName === 'SLOT')
      return true;
    if (element.querySelector('select') !== null) return true;
    for (const inner of element.querySelectorAll('*')) if (inner.shadowRoot !== null) return true;
    return false;
  }

  /** Elements that show one of these texts, the innermost ones. */
  function showing(secrets: readonly string[]): DomElement[] {
    const found: DomElement[] = [];
    for (const element of semantics.everything(document)) {
      const own = [...element.childNodes]
        .filter((child) => child.nodeType === 3)
        .map((child) => child.nodeValue ?? '')
        .join('');
      const shown = `${own}\n${element.value ?? ''}\n${element.getAttribute('placeholder') ?? ''}`;
      const whole = element.children.length <= 20 ? `${shown}\n${element.textContent ?? ''}` : shown;
      if (secrets.some((secret) => whole.includes(secret))) found.push(element);
    }
    return found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
  }

  function screen(): { title: string; text: string } {
    return { title: document.title, text: text() };
  }

  /** For a picture: what moves has arrived, and no caret blinks. True when `moveOn` has something to undo. */
  function holdStill(): boolean {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (typeof endTime === 'number' && Number.isFinite(endTime)) animation.finish();
    }
    if (!mayHaveCaret()) return false;
    stillSheet ??= new CSSStyleSheet();
    stillSheet.replaceSync('*, *::before, *::after { caret-color: transparent !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, stillSheet];
    return true;
  }

  /** The browser styles the whole page anew for a sheet, so most pictures do without. A custom element may hide a field. */
  function mayHaveCaret(): boolean {
    const focused = document.activeElement;
    if (focused === null || focused === undefined) return false;
    return (
      focused.isContentEditable === true ||
      focused.shadowRoot !== null ||
      focused.matches('input, textarea') ||
      focused.tagName.includes('-')
    );
  }

  function moveOn(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== stillSheet);
  }

  function scroll(direction: Direction): boolean {
    const area = scrolledArea();
    if (area === null) return false;
    const before = area.scrollTop;
    const far = 10_000_000;
    const steps: Record<Direction, [number, number]> = {
      up: [0, -innerHeight * 0.8],
      down: [0, innerHeight * 0.8],
      left: [-innerWidth * 0.8, 0],
      right: [innerWidth * 0.8, 0],
      top: [0, -far],
      bottom: [0, far],
    };
    const [left, top] = steps[direction];
    area.scrollBy({ left, top, behavior: 'instant' });
    return area.scrollTop !== before;
  }

  /** The page itself, or the largest part of it that scrolls in its place. */
  function scrolledArea(): DomElement | null {
    const whole = document.scrollingElement;
    if (whole !== null && whole.scrollHeight > innerHeight + 1) return whole;
    let largest: DomElement | null = whole;
    let largestSize = 0;
    for (const element of semantics.everything(document)) {
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      if (!/^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) continue;
      const size = element.clientHeight * element.clientWidth;
      if (size > largestSize && isVisible(element)) [largest, largestSize] = [element, size];
    }
    return largest;
  }

  const shows = (secrets: readonly string[]) => showing(secrets).length > 0;

  return { look, view, names, screen, showing, shows, scroll, holdStill, moveOn, normal };
}
