import type { DomDocument, DomElement, DomRoot, DomStyle, DomStyleRule, DomStyleSheet } from './dom.ts';

declare const document: DomDocument;
declare function getComputedStyle(element: DomElement, pseudo: string): DomStyle;

export type GeneratedText = ReturnType<typeof createGeneratedText>;

/**
 * Text that style sheets write before or behind elements. To ask every element for it would take longer than all the
 * rest, so the sheets are asked which elements may have some. Runs in the page, as text: it may use nothing from outside
 * itself.
 */
export function createGeneratedText() {
  const maxRules = 50_000;
  const maxAskedWithoutSheets = 3_000;
  const privateUse = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu;
  const known = new WeakMap<DomStyleSheet, { count: number; selectors: string[] | null }>();

  /** Says of an element whether it may have some. */
  function candidates(): (element: DomElement, shadowRoot: DomRoot | null) => boolean {
    const found = new Set<DomElement>();
    let isComplete = true;
    const search = (root: DomRoot) => {
      const sheets = [...(root.styleSheets ?? []), ...(root.adoptedStyleSheets ?? [])];
      for (const sheet of sheets) {
        const selectors = selectorsOf(sheet);
        if (selectors === null) isComplete = false;
        for (const selector of selectors ?? []) {
          try {
            for (const element of root.querySelectorAll(selector)) found.add(element);
          } catch {
            // A selector of something else than elements, such as a part of a host.
          }
        }
      }
    };
    search(document);
    let asked = 0;
    const searched = new Set<unknown>([document]);
    return (element, shadowRoot) => {
      if (shadowRoot !== null && !searched.has(shadowRoot)) {
        searched.add(shadowRoot);
        search(shadowRoot);
      }
      if (found.size > 0 && found.has(element)) return true;
      if (isComplete) return false;
      asked += 1;
      return asked <= maxAskedWithoutSheets;
    };
  }

  /** Null for a sheet of another site, which may not be read. */
  function selectorsOf(sheet: DomStyleSheet): string[] | null {
    let rules: DomStyleRule[];
    try {
      rules = [...sheet.cssRules];
    } catch {
      return null;
    }
    const before = known.get(sheet);
    if (before !== undefined && before.count === rules.length) return before.selectors;
    const selectors: string[] = [];
    let left = maxRules;
    const read = (list: Iterable<DomStyleRule>) => {
      for (const { selectorText, style, cssRules } of list) {
        left -= 1;
        if (left < 0) return;
        if (selectorText !== undefined && mayWrite(style?.content ?? ''))
          selectors.push(...elementsIn(selectorText));
        if (cssRules !== undefined) read(cssRules);
      }
    };
    read(rules);
    known.set(sheet, { count: rules.length, selectors });
    return selectors;
  }

  function mayWrite(content: string): boolean {
    if (content === '' || content === 'none' || content === 'normal') return false;
    return /attr\(|var\(|counter/.test(content) || wordsIn(content, null).trim() !== '';
  }

  /** `.a::after, .b` gives `.a`. */
  function elementsIn(selectorText: string): string[] {
    return selectorText
      .split(/,(?![^(]*\))/)
      .filter((selector) => /::?(before|after)\b/.test(selector))
      .map((selector) => selector.replace(/::?(before|after)\b.*$/, '').trim() || '*')
      .map((selector) => (/[>+~]$/.test(selector) ? `${selector} *` : selector));
  }

  /** What is written there, and how; null where nothing is. */
  function of(
    element: DomElement,
    pseudo: '::before' | '::after',
  ): { words: string; style: DomStyle } | null {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === 'none' || content === 'normal' || content === '""') return null;
    const words = wordsIn(content, element);
    if (words.trim() === '' || style.display === 'none' || style.visibility !== 'visible') return null;
    return { words, style };
  }

  function wordsIn(content: string, element: DomElement | null): string {
    let words = '';
    const parts = /url\("(?:[^"\\]|\\.)*"\)|"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)|(\/)/g;
    for (const [, quoted, attribute, slash] of content.matchAll(parts)) {
      // What follows is only for those who can't see it.
      if (slash !== undefined) break;
      words +=
        quoted === undefined
          ? (element?.getAttribute(attribute ?? '') ?? '')
          : quoted.replace(/\\(.)/g, '$1');
    }
    return words.replace(privateUse, '');
  }

  return { candidates, of };
}
