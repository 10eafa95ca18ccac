import type { DomElement, DomNode, DomStyle } from './dom.ts';

declare function getComputedStyle(element: DomElement): DomStyle;
declare const CSS: { supports(condition: string): boolean };

export type Semantics = ReturnType<typeof createSemantics>;

/** A name that is not painted, as it goes out of the page: where it comes from, and its text. */
export type NameFacts = readonly [
  from: 'aria' | 'alt' | 'title' | 'placeholder' | 'test id' | 'file',
  text: string,
];

/** What the elements of a page are. Runs in the page, as text: it may use nothing from outside itself. */
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
    LEGEND: 'legend',
    CAPTION: 'caption',
    FIGCAPTION: 'caption',
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
  const checkable = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/;
  const boxes = 'input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]';
  const hasRoleOfOwn = /^(INPUT|A|AREA|SELECT|TH|TD)$/i;
  const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa', 'id', 'name'];
  const sliderHandle = /(?:^|[\s_-])slider[-_]{1,2}(?:handle|thumb|knob)(?:\s|$)/;
  const maxName = 1_000;
  /** Since Chromium 125. */
  const knowsStates = CSS.supports('selector(:state(checked))');
  /** Since Chromium 119. */
  const knowsUse = CSS.supports('selector(:user-invalid)');
  /** What the attributes of an element tell, each a bit: to ask for each of them takes longer than to list them. */
  const bit = {
    any: 1,
    restyling: 2,
    top: 4,
    clicked: 8,
    direction: 16,
    disabling: 32,
    state: 64,
    naming: 128,
    referring: 256,
    form: 512,
  } as const;
  const bitsOfNames: ReadonlyArray<readonly [bits: number, names: string]> = [
    [bit.restyling, 'style hidden'],
    [bit.restyling | bit.top, 'popover'],
    [bit.clicked, 'onclick'],
    [bit.direction, 'dir'],
    [bit.disabling, 'aria-disabled inert disabled'],
    [bit.referring, 'aria-labelledby'],
    [bit.form, 'aria-required aria-readonly aria-invalid'],
    [
      bit.state,
      'role contenteditable aria-checked aria-pressed aria-selected aria-current aria-expanded aria-modal aria-valuetext aria-valuenow',
    ],
    [bit.naming, `aria-label alt title placeholder aria-placeholder data-placeholder ${testIds.join(' ')}`],
  ];
  const bitsByName = new Map<string, number>();
  for (const [bits, names] of bitsOfNames) for (const name of names.split(' ')) bitsByName.set(name, bits);

  function toldBy(element: DomElement): number {
    let told: number = bit.any;
    for (const name of element.getAttributeNames()) told |= bitsByName.get(name) ?? 0;
    return told;
  }

  function roleOf(element: DomElement): string | null {
    const given = element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase();
    if (given === 'presentation' || given === 'none') return null;
    if (given) return given === 'image' ? 'img' : given;
    if (isEditingHost(element) && !hasRoleOfOwn.test(element.tagName)) return 'textbox';
    return roleByTag(element, element.tagName.toUpperCase());
  }

  /** Of an element that has no role given, and is no editor by an attribute. */
  function roleByTag(
    element: DomElement,
    tag: string,
    isInHead = tag === 'TD' && element.closest('thead') !== null,
  ): string | null {
    if (tag === 'INPUT') {
      const type = element.type ?? 'text';
      if (element.hasAttribute('list') && !(type in rolesByInputType)) return 'combobox';
      return (rolesByInputType[type] ?? 'textbox') || null;
    }
    if (tag === 'A' || tag === 'AREA')
      return element.hasAttribute('href') || (tag === 'A' && looksLikeLink(element)) ? 'link' : null;
    if (tag === 'SELECT') return element.multiple || (element.size ?? 0) > 1 ? 'listbox' : 'combobox';
    if (tag === 'TH') return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    if (tag === 'TD') return isInHead ? 'columnheader' : 'cell';
    if ((tag === 'SPAN' || tag === 'DIV') && isSliderHandle(element)) return 'slider';
    return rolesByTag[tag] ?? (tag.includes('-') ? customRole(element, tag) : null);
  }

  /** Many a library draws one that takes keys, and tells nobody. */
  function isSliderHandle(element: DomElement): boolean {
    return element.hasAttribute('tabindex') && sliderHandle.test(element.getAttribute('class') ?? '');
  }

  /** Scripts listen to anchors that lead nowhere; people take what is drawn as a link for one. */
  function looksLikeLink(anchor: DomElement): boolean {
    const { color, cursor, textDecorationLine } = getComputedStyle(anchor);
    if (cursor === 'pointer' || textDecorationLine.includes('underline')) return true;
    const around = anchor.parentElement;
    return around !== null && color !== getComputedStyle(around).color;
  }

  /** An element of the page's own may keep its role to itself; its name says it all the same: `md-primary-tab`. */
  function customRole(element: DomElement, tag: string): string | null {
    const kind = /-(BUTTON|TAB|OPTION|RADIO|CHECKBOX|SWITCH|MENU-ITEM|LIST-ITEM|DIALOG)$/.exec(tag)?.[1];
    if (kind === undefined || (kind === 'BUTTON' && isAroundButton(element))) return null;
    return { 'MENU-ITEM': 'menuitem', 'LIST-ITEM': 'listitem' }[kind] ?? kind.toLowerCase();
  }

  function isAroundButton(element: DomElement): boolean {
    const inner = 'button,a,input,[role]';
    return (element.shadowRoot?.querySelector(inner) ?? element.querySelector(inner)) !== null;
  }

  /** Names that no text on the page shows; those by reference are distinguished where they are seen. */
  function namesOf(element: DomElement): NameFacts[] {
    const names: NameFacts[] = [];
    const add = (from: NameFacts[0], text: string | null) => {
      const plain = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, maxName);
      if (plain !== '') names.push([from, plain]);
    };
    const tag = element.tagName.toUpperCase();
    add('aria', element.getAttribute('aria-label'));
    if (tag === 'IMG' || tag === 'AREA' || (tag === 'INPUT' && element.type === 'image'))
      add('alt', element.getAttribute('alt'));
    if (tag === 'SVG') add('aria', element.querySelector('title')?.textContent ?? null);
    add('title', element.getAttribute('title'));
    add('placeholder', placeholderOf(element));
    for (const attribute of testIds) add('test id', element.getAttribute(attribute));
    if (isDated(element)) add('test id', element.type ?? null);
    return names;
  }

  /** The name of the file that a link leads to; null for a link to a page. */
  function fileBehind(link: DomElement): string | null {
    const given = link.getAttribute('download')?.trim() ?? '';
    if (given !== '') return given.slice(0, maxName);
    const [address = ''] = (link.getAttribute('href') ?? '').split(/[?#]/, 1);
    const path = address.replace(/^(?:https?:)?\/\/[^/]*/i, '');
    const last = /^[a-z][a-z0-9+.-]*:/i.test(path) ? '' : path.slice(path.lastIndexOf('/') + 1);
    if (!/\.[a-z0-9]{1,8}$/i.test(last) || /\.(?:html?|php|aspx?|jsp)$/i.test(last)) return null;
    try {
      return decodeURIComponent(last).slice(0, maxName);
    } catch {
      return last.slice(0, maxName);
    }
  }

  /** The browser shows what it takes: without a label it is still "the date". */
  function isDated({ tagName, type = '' }: DomElement): boolean {
    return tagName === 'INPUT' && /^(?:date|time|month|week)$/.test(type);
  }

  function placeholderOf(element: DomElement): string | null {
    return (
      element.getAttribute('placeholder') ??
      element.getAttribute('aria-placeholder') ??
      element.getAttribute('data-placeholder')
    );
  }

  /** Elements that `aria-labelledby` names. */
  function referredBy(element: DomElement): DomElement[] {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    return ids
      .map((id) => element.getRootNode().getElementById?.(id) ?? null)
      .filter((found) => found !== null);
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

  function isRequired(element: DomElement): boolean {
    return element.matches(':required') || element.getAttribute('aria-required') === 'true';
  }

  /** Colours and sliders can be changed whatever the attribute says. */
  function isReadOnly(element: DomElement): boolean {
    if (element.getAttribute('aria-readonly') === 'true') return true;
    return (
      element.hasAttribute('readonly') && isEditable(element) && !/^(color|range)$/.test(element.type ?? '')
    );
  }

  /** A field that nobody has used yet is not called wrong, though the browser would not send it. */
  function isInvalid(element: DomElement): boolean {
    if (/^(true|grammar|spelling)$/.test(element.getAttribute('aria-invalid') ?? '')) return true;
    return knowsUse && element.matches(':user-invalid');
  }

  /** The words on a button that is an input. */
  function buttonText(element: DomElement): string | null {
    if (element.tagName !== 'INPUT') return null;
    if (!/^(button|submit|reset)$/.test(element.type ?? '')) return null;
    return element.value || { submit: 'Submit', reset: 'Reset' }[element.type ?? ''] || null;
  }

  function optionText(option: DomElement): string {
    return (option.label || option.textContent || '').replace(/\s+/g, ' ').trim();
  }

  /** Null for what holds nothing, and for what holds just the text that is painted in it. */
  function heldBy(element: DomElement, role: string | null): string | null {
    if (element.options !== undefined) {
      const chosen = [...element.options].filter((option) => option.selected === true);
      return chosen.map(optionText).join(', ');
    }
    if (role !== null && checkable.test(role)) return null;
    if (isEditingHost(element))
      return showsText(element) ? (element.innerText ?? '').replace(/\n+$/, '') : '';
    // A person sees dots.
    if (element.getAttribute('type')?.toLowerCase() === 'password')
      return '•'.repeat((element.value ?? '').length);
    if (isEditable(element)) return element.value ?? '';
    if (isMeasured(role))
      return (
        element.getAttribute('aria-valuetext') ??
        element.getAttribute('aria-valuenow') ??
        (element.value === undefined ? null : String(element.value))
      );
    return null;
  }

  /** Where the value is said in words. */
  function numberBehind(element: DomElement, role: string | null): string | null {
    if (!isMeasured(role) || !element.hasAttribute('aria-valuetext')) return null;
    return element.getAttribute('aria-valuenow')?.slice(0, maxName) ?? null;
  }

  function isMeasured(role: string | null): boolean {
    return role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter';
  }

  /** Text that is there, but transparent, is not what an editor holds for a person who looks at it. */
  function showsText(editor: DomElement): boolean {
    const seen = { opacityProperty: true, visibilityProperty: true };
    for (const part of [editor, ...editor.querySelectorAll('*')]) {
      const hasText = [...part.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== '',
      );
      if (hasText && part.checkVisibility(seen)) return true;
    }
    return false;
  }

  function checkedOf(element: DomElement, role: string | null): boolean | null {
    const isBox = role !== null && checkable.test(role);
    const said = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
    if (element.tagName === 'INPUT' && isBox && typeof element.checked === 'boolean') {
      // A page that draws a box of its own may leave the hidden one behind: it goes back when its click is cancelled.
      const isLeftBehind = said !== null && (said === 'true') !== element.checked && !isDrawn(element);
      return isLeftBehind ? said === 'true' : element.checked;
    }
    // An item that repeats the state of its box is not the box.
    if (said !== null && role === 'listitem' && element.querySelector(boxes) !== null) return null;
    if (said !== null) return said === 'true';
    return isBox ? element.tagName.includes('-') && isCustomBoxChecked(element) : null;
  }

  /** Elements of the page's own show it by an attribute, by a state for style sheets, or by what they are drawn of. */
  function isCustomBoxChecked(element: DomElement): boolean {
    if (element.hasAttribute('checked') || hasState(element, 'checked')) return true;
    return (element.shadowRoot?.querySelector('input:checked,.checked') ?? null) !== null;
  }

  function hasState(element: DomElement, state: string): boolean {
    return knowsStates && element.matches(`:state(${state})`);
  }

  function isDrawn(element: DomElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && Number(getComputedStyle(element).opacity) > 0;
  }

  function selectedOf(element: DomElement): boolean | null {
    if (element.tagName === 'OPTION') return element.selected === true;
    const said = element.getAttribute('aria-selected');
    if (said !== null) return said === 'true';
    const current = element.getAttribute('aria-current');
    if (current !== null) return current !== 'false';
    if (/-(TAB|OPTION)$/.test(element.tagName))
      return ['active', 'selected'].some((name) => element.hasAttribute(name) || hasState(element, name));
    // Many lists say it only of the one that is chosen.
    return /^(option|tab)$/.test(element.getAttribute('role') ?? '') ? false : null;
  }

  function expandedOf(element: DomElement): boolean | null {
    const { tagName, parentElement: around } = element;
    if (tagName === 'DETAILS') return element.hasAttribute('open');
    if (tagName === 'SUMMARY' && around?.tagName === 'DETAILS') return around.hasAttribute('open');
    const said = element.getAttribute('aria-expanded');
    return said === null ? null : said === 'true';
  }

  function isModal(element: DomElement): boolean {
    return (
      (element.tagName === 'DIALOG' && element.matches(':modal')) ||
      element.getAttribute('aria-modal') === 'true'
    );
  }

  /** As they are laid out: the shadow tree in the place of its host's children, what is slotted in its slot. */
  function shownChildren(element: DomElement): ArrayLike<DomNode> & Iterable<DomNode> {
    if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
    const slotted = element.tagName === 'SLOT' ? element.assignedNodes?.() : undefined;
    return slotted !== undefined && slotted.length > 0 ? slotted : element.childNodes;
  }

  /** Likewise the other way. */
  function parentOf(element: DomElement): DomElement | null {
    return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  }

  return {
    bit,
    toldBy,
    roleOf,
    roleByTag,
    namesOf,
    fileBehind,
    placeholderOf,
    isDated,
    referredBy,
    isEditingHost,
    isEditable,
    isRequired,
    isReadOnly,
    isInvalid,
    buttonText,
    optionText,
    heldBy,
    numberBehind,
    checkedOf,
    selectedOf,
    expandedOf,
    isModal,
    shownChildren,
    parentOf,
  };
}
