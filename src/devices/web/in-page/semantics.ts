import type { DomDocument, DomElement, DomNode, DomRoot, DomStyle } from './dom.ts';

declare const document: DomDocument;
declare function getComputedStyle(element: DomElement): DomStyle;

export type Semantics = ReturnType<typeof createSemantics>;

/**
 * What the elements of a page are and are called. Runs in the page, as text: it may use nothing from outside itself.
 */
export function createSemantics() {
  const rolesByTag: Record<string, string> = {
    BUTTON: 'button',
    SUMMARY: 'button',
    TEXTAREA: 'textbox',
    OPTION: 'option',
    OPTGROUP: 'group',
    H1: 'heading',
    H2: 'heading',
    H3: 'heading',
    H4: 'heading',
    H5: 'heading',
    H6: 'heading',
    IMG: 'img',
    SVG: 'img',
    TR: 'row',
    TD: 'cell',
    LI: 'listitem',
    UL: 'list',
    OL: 'list',
    TABLE: 'table',
    DIALOG: 'dialog',
    FORM: 'form',
    NAV: 'navigation',
    MAIN: 'main',
    ARTICLE: 'article',
    ASIDE: 'complementary',
    FIELDSET: 'group',
    DETAILS: 'group',
    FIGURE: 'figure',
    PROGRESS: 'progressbar',
    METER: 'meter',
    OUTPUT: 'status',
    IFRAME: 'iframe',
    SECTION: 'region',
    HEADER: 'banner',
    FOOTER: 'contentinfo',
  };
  const rolesByInputType: Record<string, string> = {
    button: 'button',
    submit: 'button',
    reset: 'button',
    image: 'button',
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
    file: 'file',
    hidden: '',
  };
  const namedByContent = new Set(
    'button link heading option tab menuitem menuitemcheckbox menuitemradio checkbox radio switch cell gridcell columnheader rowheader row tooltip treeitem'.split(
      ' ',
    ),
  );
  const interactive = new Set(
    'button link textbox searchbox combobox listbox spinbutton slider checkbox radio switch option tab menuitem menuitemcheckbox menuitemradio treeitem file'.split(
      ' ',
    ),
  );
  const unseenTags = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE', 'META', 'LINK']);
  const testIdAttributes = [
    'data-testid',
    'data-test-id',
    'data-test',
    'data-cy',
    'data-qa',
    'id',
    'name',
  ] as const;
  const testIdSelector = testIdAttributes.map((name) => `[${name}]`).join();
  let names = new Map<DomElement, string>();
  let roles = new Map<DomElement, string | null>();
  let labels: Map<DomElement, DomElement[]> | null = null;

  /** All that is there. Names, roles and labels are remembered for one look at the page only. */
  function lookAnew(): DomElement[] {
    names = new Map();
    roles = new Map();
    labels = null;
    return [...everything(document)];
  }

  function normal(text: string): string {
    const plain = /[^\x20-\x7e\s]/.test(text) ? plainSigns(text) : text;
    return (/\s\s|[^\S ]/.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim().toLowerCase();
  }

  function plainSigns(text: string): string {
    return text
      .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
      .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u200b\u00ad\ufeff]/g, '')
      .replace(/\u2026/g, '...');
  }

  function* everything(root: DomRoot): Generator<DomElement> {
    for (const element of root.querySelectorAll('*')) {
      if (unseenTags.has(element.tagName)) continue;
      yield element;
      if (element.shadowRoot !== null) yield* everything(element.shadowRoot);
    }
  }

  function roleOf(element: DomElement): string | null {
    let role = roles.get(element);
    if (role === undefined) {
      role = computeRole(element);
      roles.set(element, role);
    }
    return role;
  }

  function computeRole(element: DomElement): string | null {
    const given = element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase();
    if (given === 'presentation' || given === 'none') return null;
    if (given) return given === 'image' ? 'img' : given;
    const tag = element.tagName.toUpperCase();
    if (tag === 'INPUT') {
      const type = element.type ?? 'text';
      if (element.hasAttribute('list') && !(type in rolesByInputType)) return 'combobox';
      return (rolesByInputType[type] ?? 'textbox') || null;
    }
    if (tag === 'A' || tag === 'AREA') return element.hasAttribute('href') ? 'link' : null;
    if (tag === 'SELECT') return element.multiple || (element.size ?? 0) > 1 ? 'listbox' : 'combobox';
    if (tag === 'TH') return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    if (isEditingHost(element)) return 'textbox';
    return rolesByTag[tag] ?? null;
  }

  /** The accessible name, without the placeholder: that is looked for by itself. */
  function nameOf(element: DomElement): string {
    const known = names.get(element);
    if (known !== undefined) return known;
    const name = tidy(computeName(element));
    names.set(element, name);
    return name;
  }

  function computeName(element: DomElement): string {
    const referred = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const byReference = referred
      .map((id) => element.getRootNode().getElementById?.(id) ?? null)
      .map((found) => (found === null ? '' : (found.getAttribute('aria-label') ?? contentOf(found))));
    if (byReference.some((text) => text.trim() !== '')) return byReference.join(' ');
    const label = element.getAttribute('aria-label');
    if (label?.trim()) return label;
    const native = nativeName(element);
    if (native.trim() !== '') return native;
    const role = roleOf(element);
    if (role !== null && namedByContent.has(role) && element.tagName !== 'INPUT') {
      const content = contentOf(element);
      if (content.trim() !== '') return content;
    }
    return element.getAttribute('title') ?? '';
  }

  function nativeName(element: DomElement): string {
    const tag = element.tagName.toUpperCase();
    if (tag === 'INPUT' && /^(button|submit|reset)$/.test(element.type ?? ''))
      return element.value || { submit: 'Submit', reset: 'Reset' }[element.type ?? ''] || '';
    const labels = labelsOf(element);
    if (labels.length > 0) return labels.map((label) => contentOf(label, element)).join(' ');
    if (tag === 'IMG' || tag === 'AREA' || (tag === 'INPUT' && element.type === 'image'))
      return element.getAttribute('alt') ?? '';
    const titledBy = { FIELDSET: 'legend', TABLE: 'caption', FIGURE: 'figcaption', SVG: 'title' }[tag];
    const title = titledBy === undefined ? null : element.querySelector(titledBy);
    return title === null ? '' : (title.textContent ?? '');
  }

  function labelsOf(element: DomElement): DomElement[] {
    labels ??= tiedLabels();
    const tied = labels.get(element);
    if (tied !== undefined) return tied;
    // A custom control within a label is called by it as well.
    const role = roleOf(element);
    const isCustom = role !== null && interactive.has(role) && !namedByContent.has(role);
    const around = isCustom ? element.closest('label') : null;
    return around === null || around.control ? [] : [around];
  }

  /** Asked control by control, the browser would go through the whole page for each. */
  function tiedLabels(): Map<DomElement, DomElement[]> {
    const tied = new Map<DomElement, DomElement[]>();
    for (const label of everything(document)) {
      const control = label.tagName === 'LABEL' ? label.control : null;
      if (control) tied.set(control, [...(tied.get(control) ?? []), label]);
    }
    return tied;
  }

  /** The text of an element as a name is made of it: hidden parts left out, images by their alternative text. */
  function contentOf(node: DomElement, without: DomElement | null = null): string {
    let text = '';
    for (const child of shownChildren(node)) {
      if (child.nodeType === 3) text += child.nodeValue ?? '';
      if (child.nodeType !== 1) continue;
      const element = child as DomElement;
      if (element === without || unseenTags.has(element.tagName)) continue;
      if (element.getAttribute('aria-hidden') === 'true' || !element.checkVisibility()) continue;
      const given = element.getAttribute('aria-label') ?? element.getAttribute('alt');
      const isControl = /^(SELECT|TEXTAREA|INPUT)$/.test(element.tagName);
      const own = given || (isControl ? '' : contentOf(element, without));
      text += getComputedStyle(element).display === 'inline' ? own : ` ${own} `;
    }
    return text;
  }

  /** As they are laid out: the shadow tree in the place of its host's children, what is slotted in its slot. */
  function shownChildren(element: DomElement): Iterable<DomNode> {
    if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
    const slotted = element.tagName === 'SLOT' ? element.assignedNodes?.() : undefined;
    return slotted !== undefined && slotted.length > 0 ? slotted : element.childNodes;
  }

  function parentOf(element: DomElement): DomElement | null {
    return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  }

  function encloses(outer: DomElement, inner: DomElement): boolean {
    for (let at = parentOf(inner); at !== null; at = parentOf(at)) if (at === outer) return true;
    return false;
  }

  function isVisible(element: DomElement): boolean {
    if (element.tagName === 'OPTION') {
      const list = element.closest('select');
      if (list !== null) return isVisible(list) && (roleOf(list) === 'listbox' || element.selected === true);
    }
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width > 1 && height > 1) return true;
    // What has no box of its own may show its children.
    return (
      getComputedStyle(element).display === 'contents' &&
      [...element.children].some((child) => isVisible(child))
    );
  }

  function isCheckable(element: DomElement): boolean {
    return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(roleOf(element) ?? '');
  }

  function visibleLabel(element: DomElement): DomElement | null {
    return labelsOf(element).find(isVisible) ?? null;
  }

  /** A box that is hidden for a drawn one beside its label is there for whoever looks. */
  function isSeen(element: DomElement): boolean {
    return isVisible(element) || (isCheckable(element) && visibleLabel(element) !== null);
  }

  function isEditingHost(element: DomElement): boolean {
    return element.hasAttribute('contenteditable') && element.isContentEditable === true;
  }

  function isEditable(element: DomElement): boolean {
    const tag = element.tagName;
    if (tag === 'TEXTAREA' || isEditingHost(element)) return true;
    if (tag === 'INPUT')
      return !/^(button|submit|reset|image|checkbox|radio|file|hidden)$/.test(element.type ?? '');
    return false;
  }

  function isInteractive(element: DomElement): boolean {
    return interactive.has(roleOf(element) ?? '');
  }

  function textOf(element: DomElement): string {
    const text = element.shadowRoot === null ? element.innerText : undefined;
    return tidy(text ?? contentOf(element));
  }

  function placeholderOf(element: DomElement): string {
    return element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '';
  }

  function testIdsOf(element: DomElement): string[] {
    return testIdAttributes.map((name) => element.getAttribute(name) ?? '').filter((id) => id !== '');
  }

  function tidy(text: string): string {
    return text.replace(/[\s\u200b]+/g, ' ').trim();
  }

  /** The innermost elements that say it: the whole page says everything. */
  function sayers(node: DomRoot | DomElement, wanted: string, fits: (text: string) => boolean): DomElement[] {
    if (!normal(node.textContent ?? '').includes(wanted)) return [];
    const children = [...node.childNodes].filter((child): child is DomElement => child.nodeType === 1);
    const inner = children
      .filter((child) => !unseenTags.has(child.tagName))
      .flatMap((child) => sayers(child, wanted, fits));
    if (inner.length > 0 || node.nodeType !== 1) return inner;
    const element = node as DomElement;
    return fits(textOf(element)) ? [element] : [];
  }

  /** Where texts begin: the page, and each shadow tree. */
  function rootsOf(elements: readonly DomElement[]): Array<DomRoot | DomElement> {
    const shadows = elements.flatMap((element) => (element.shadowRoot === null ? [] : [element.shadowRoot]));
    return [...(document.body === null ? [] : [document.body]), ...shadows];
  }

  /** False where its name can't contain these words, by a look that costs little. */
  function mayBeCalled(element: DomElement, words: readonly string[]): boolean {
    if (element.shadowRoot !== null || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return true;
    if (element.matches('[aria-label],[aria-labelledby],[alt],[title],[contenteditable],[role],slot'))
      return true;
    let texts = normal(element.textContent ?? '');
    if (words.every((word) => texts.includes(word))) return true;
    for (const part of element.querySelectorAll('[aria-label],[alt],[title],slot')) {
      if (part.tagName === 'SLOT') return true;
      for (const name of ['aria-label', 'alt', 'title']) texts += ` ${normal(part.getAttribute(name) ?? '')}`;
    }
    return words.every((word) => texts.includes(word));
  }

  /** A dialog that keeps everything behind it out of reach. */
  function openModal(elements: readonly DomElement[]): DomElement | null {
    const modals = elements.filter(
      (element) =>
        (element.tagName === 'DIALOG' && element.matches(':modal')) ||
        (element.getAttribute('aria-modal') === 'true' && isVisible(element)),
    );
    return modals.at(-1) ?? null;
  }

  return {
    lookAnew,
    normal,
    tidy,
    everything,
    roleOf,
    nameOf,
    labelsOf,
    contentOf,
    shownChildren,
    parentOf,
    encloses,
    isVisible,
    isSeen,
    isCheckable,
    isEditable,
    isInteractive,
    visibleLabel,
    textOf,
    placeholderOf,
    testIdsOf,
    hasTestId: (element: DomElement) => element.matches(testIdSelector),
    isUnseenTag: (element: DomElement) => unseenTags.has(element.tagName),
    sayers,
    rootsOf,
    mayBeCalled,
    openModal,
  };
}
