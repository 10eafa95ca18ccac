import type { DomDocument, DomElement, DomStyleRule, DomStyleSheet } from './dom.ts';

declare const document: DomDocument;

export type AuthoredStyles = ReturnType<typeof createAuthoredStyles>;

/** What a page may say of an element's looks, each a bit. */
export const aspectOf = {
  display: 1,
  position: 2,
  opacity: 4,
  overflow: 8,
  clip: 16,
  skipping: 32,
  cursor: 64,
  visibility: 128,
  ink: 256,
  letterCase: 512,
  /** What its box holds beside its text: padding, borders, something before or behind it. */
  edge: 1_024,
} as const;

/**
 * Says of an element what may have been said of it; what has not is as the browser has it for every such tag. Not for
 * elements with a style of their own, nor for those that are hidden or are in the top layer by an attribute.
 */
type AspectsOf = (element: DomElement, tag: string, className: string, isAttributed: boolean) => number;

/**
 * To read one property of a computed style takes as long as all our own work on an element, and most elements have most
 * properties as the browser gives them. So the style sheets are asked which elements they may speak of: by the id, class
 * or tag in the last part of each selector. Runs in the page, as text: it may use nothing from outside itself.
 */
export function createAuthoredStyles(aspect: typeof aspectOf) {
  const all = Object.values(aspect).reduce((one, other) => one | other, 0);
  const aspects: Record<string, number> = {
    all,
    display: aspect.display,
    float: aspect.display,
    // What is taken out of the flow is a block.
    position: aspect.position | aspect.display,
    opacity: aspect.opacity,
    'overflow-x': aspect.overflow,
    'overflow-y': aspect.overflow,
    'overflow-inline': aspect.overflow,
    'overflow-block': aspect.overflow,
    clip: aspect.clip,
    'clip-path': aspect.clip,
    'content-visibility': aspect.skipping,
    cursor: aspect.cursor,
    visibility: aspect.visibility,
    color: aspect.ink,
    '-webkit-text-fill-color': aspect.ink,
    'text-transform': aspect.letterCase,
  };
  for (const side of [
    'left',
    'right',
    'top',
    'bottom',
    'inline-start',
    'inline-end',
    'block-start',
    'block-end',
  ]) {
    aspects[`padding-${side}`] = aspect.edge;
    aspects[`border-${side}-width`] = aspect.edge;
  }
  /**
   * Tags of which the browser's own style sheet says nothing but this, and how they look when nothing around them is
   * said: an opaque color, letters as they are, the usual cursor. Of all others it may say anything.
   */
  const byBrowser = new Map<string, number>();
  const plainTags =
    'DIV SPAN BUTTON LABEL P UL OL LI DL DT DD TABLE H1 H2 H3 H4 H5 H6 SECTION ARTICLE MAIN NAV HEADER FOOTER ASIDE B STRONG I EM SMALL FORM TBODY THEAD TFOOT TR TD TH';
  for (const tag of plainTags.split(' ')) byBrowser.set(tag, 0);
  byBrowser.set('A', aspect.cursor);
  byBrowser.set('HTML', all & ~aspect.skipping);
  byBrowser.set('BODY', all & ~aspect.skipping);
  const known = new WeakMap<
    DomStyleRule,
    { text: string; spoken: ReadonlyArray<readonly [string, number]> }
  >();
  const weights = new WeakMap<DomStyleSheet, { length: number; weight: number }>();
  const everywhere = '*';
  const withAttributes = '[';
  const keyframes = 7;
  const imported = 3;

  /** Null where that can't be known, or where to find it out would take longer than it saves. */
  function aspectsOf(): AspectsOf | null {
    // There, names of classes are the same in every letter case.
    if (document.compatMode !== 'CSS1Compat' || document.fullscreenElement != null) return null;
    const spoken = new Map<string, number>();
    const sheets = [...(document.styleSheets ?? []), ...(document.adoptedStyleSheets ?? [])];
    try {
      let left = document.getElementsByTagName('*').length;
      for (const sheet of sheets) left -= weightOf(sheet);
      if (left < 0) return null;
      left = document.getElementsByTagName('*').length;
      for (const sheet of sheets) left = collect(sheet, spoken, left);
      if (left < 0) return null;
    } catch {
      // A sheet of another site, or a rule of a kind that nobody knew.
      return null;
    }
    const animated = new Set<unknown>();
    for (const { effect } of document.getAnimations()) animated.add(effect?.target);
    const ids = [...spoken.keys()].some((key) => key.startsWith('#'));
    const anywhere = spoken.get(everywhere) ?? 0;
    const attributed = spoken.get(withAttributes) ?? 0;
    const byShape = new Map<string, Map<string, number>>();

    function ofShape(tag: string, className: string): number {
      let shapes = byShape.get(tag);
      if (shapes === undefined) {
        shapes = new Map();
        byShape.set(tag, shapes);
      }
      let found = shapes.get(className);
      if (found === undefined) {
        found = (byBrowser.get(tag) ?? all) | anywhere | (spoken.get(tag) ?? 0);
        for (const name of className.split(/\s+/)) found |= spoken.get(`.${name}`) ?? 0;
        shapes.set(className, found);
      }
      return found;
    }

    return (element, tag, className, isAttributed) => {
      const found = ofShape(tag, className);
      if (found === all) return all;
      if (animated.size > 0 && animated.has(element)) return all;
      if (!isAttributed) return found;
      return found | attributed | (ids ? (spoken.get(`#${element.id}`) ?? 0) : 0);
    };
  }

  /** As far as it is known without reading it. */
  function weightOf(sheet: DomStyleSheet): number {
    const { length } = sheet.cssRules;
    const before = weights.get(sheet);
    return before?.length === length ? before.weight : length;
  }

  /** How many more rules it pays to read. */
  function collect(sheet: DomStyleSheet, spoken: Map<string, number>, most: number): number {
    const rules = sheet.cssRules;
    let left = most - rules.length;
    for (let at = 0; left >= 0 && at < rules.length; at += 1) {
      const rule = rules[at];
      if (rule === undefined) continue;
      if (rule.type === imported) {
        if (rule.styleSheet != null) left = collect(rule.styleSheet, spoken, left);
        continue;
      }
      // Scripts may change a rule without a trace, but not without changing its text.
      const text = rule.cssText;
      let read = known.get(rule);
      if (read?.text !== text) {
        const found: Array<readonly [string, number]> = [];
        readRule(rule, null, found);
        read = { text, spoken: found };
        known.set(rule, read);
      }
      // Rules within rules take their time as well.
      left -= Math.floor(text.length / 300);
      for (const [key, aspects] of read.spoken) spoken.set(key, (spoken.get(key) ?? 0) | aspects);
    }
    weights.set(sheet, { length: rules.length, weight: most - left });
    return left;
  }

  function readRule(
    rule: DomStyleRule,
    around: readonly string[] | null,
    found: Array<readonly [string, number]>,
  ): void {
    const { type, selectorText, style, cssRules } = rule;
    // What an animation does is asked of the animation.
    if (type === keyframes) return;
    if (/^@(apply|mixin|macro|import)/.test(rule.cssText)) throw new Error('A rule of an unknown kind.');
    const isScope = rule.cssText.startsWith('@scope');
    const keys = isScope ? [everywhere] : selectorText === undefined ? around : keysOf(selectorText, around);
    if (style !== undefined && keys !== null) {
      const said = saidBy(style);
      if (said !== 0) for (const key of keys) found.push([key, said]);
      for (const key of decoratedBy(selectorText ?? '', around)) found.push([key, aspect.edge]);
    }
    if (cssRules !== undefined)
      for (let at = 0; at < cssRules.length; at += 1) {
        const inner = cssRules[at];
        if (inner !== undefined) readRule(inner, keys, found);
      }
  }

  function saidBy(style: ArrayLike<string>): number {
    let said = 0;
    for (let at = 0; at < style.length; at += 1) said |= aspects[style[at] ?? ''] ?? 0;
    return said;
  }

  /** What an element must have, so that one of the selectors can speak of it. */
  function keysOf(selectorText: string, around: readonly string[] | null): string[] {
    const keys: string[] = [];
    for (const compound of lastCompounds(selectorText)) {
      const [own, pseudo] = compound.replace(/"(?:[^"\\]|\\.)*"/g, '""').split('::', 2);
      if (pseudo !== undefined) {
        if (/^(slotted|part|details-content)/.test(pseudo)) keys.push(everywhere);
        continue;
      }
      keys.push(...keyOf(own ?? '', around));
    }
    return keys;
  }

  /** The same for what the selectors put before or behind an element, in its box. */
  function decoratedBy(selectorText: string, around: readonly string[] | null): string[] {
    if (!/::(before|after)/.test(selectorText)) return [];
    return lastCompounds(selectorText).flatMap((compound) => {
      const own = /^(.*)::(?:before|after)$/.exec(compound.trim())?.[1];
      return own === undefined ? [] : keyOf(own, around);
    });
  }

  function keyOf(compound: string, around: readonly string[] | null): readonly string[] {
    // What is in brackets may be one of several.
    let outer = compound;
    for (let before = ''; before !== outer; ) {
      before = outer;
      outer = outer.replace(/\([^()]*\)/g, '');
    }
    const attributes = /\[/.test(outer);
    outer = outer.replace(/\[[^\]]*\]/g, '');
    if (/[()[\]|"']/.test(outer)) return [everywhere];
    const named = /([.#])((?:[\w-]|[^\0-\x7f]|\\[0-9a-f]{1,6}\s?|\\[^0-9a-f])+)/i.exec(outer);
    if (named !== null) return [`${named[1]}${unescaped(named[2] ?? '')}`];
    const tag = /^[a-z][\w-]*/i.exec(outer)?.[0];
    if (tag !== undefined) return [tag.toUpperCase()];
    if (attributes) return [withAttributes];
    if (outer.includes('&') && around !== null) return around;
    return outer === ':root' ? ['HTML'] : [everywhere];
  }

  function unescaped(name: string): string {
    return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, sign: string) =>
      code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
    );
  }

  /** Of each of the selectors, what it says of the element itself. */
  function lastCompounds(selectorText: string): string[] {
    const found: string[] = [];
    let start = 0;
    let depth = 0;
    let quote = '';
    for (let at = 0; at < selectorText.length; at += 1) {
      const sign = selectorText[at] ?? '';
      if (sign === '\\') at += escapeLength(selectorText, at);
      else if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === '(' || sign === '[') depth += 1;
      else if (sign === ')' || sign === ']') depth -= 1;
      else if (depth === 0 && sign === ',') {
        found.push(selectorText.slice(start, at));
        start = at + 1;
      } else if (depth === 0 && /[\s>+~]/.test(sign)) start = at + 1;
    }
    found.push(selectorText.slice(start));
    return found;
  }

  /** `\31 0` is one sign and a zero: the space belongs to the escape. */
  function escapeLength(text: string, at: number): number {
    const code = /^[0-9a-f]{1,6}\s?/i.exec(text.slice(at + 1, at + 8))?.[0];
    return code?.length ?? 1;
  }

  return { aspectsOf };
}
