import { remembering } from '../../kernel/memo.ts';
import { type Bounds, passwordDots, type UiFacts } from './ui-node.ts';
import type { XmlElement } from './xml.ts';

const roleOfKind: ReadonlyArray<[RegExp, string]> = [
  [/^(?:.*EditText|.*AutoComplete(?:TextView)?)$/, 'textbox'],
  [/^(?:Compat)?(?:Switch(?:Compat|Material)?|MaterialSwitch|ToggleButton)$/, 'switch'],
  [/RadioButton$/, 'radio'],
  [/^(?:.*CheckBox|CheckedTextView)$/, 'checkbox'],
  [/Spinner$/, 'combobox'],
  [/^(?:.*SeekBar|RatingBar|.*Slider)$/, 'slider'],
  [/^(?:TabView|ActionBar\$?\.?Tab|Tab)$/, 'tab'],
  [/^(?:.*MenuItemView)$/, 'menuitem'],
  [/^(?:.*Button|Chip)$/, 'button'],
  [/^(?:.*ImageView|Image)$/, 'img'],
];
const listKind = /^(?:RecyclerView|ListView|GridView|ExpandableListView|ViewPager2?|TableLayout)$/;
/** Of the system's alert dialogs, and of the one that asks for a permission. */
const dialogId = /\/(?:parentPanel|grant_dialog)$/;
const choosable: ReadonlySet<string> = new Set(['tab', 'option', 'listitem', 'row']);
/** These show what they hold, not a text of their own. */
const holding: ReadonlySet<string> = new Set(['textbox', 'combobox', 'slider']);

export const androidAttributes = [
  'bounds',
  'checkable',
  'checked',
  'class',
  'clickable',
  'content-desc',
  'content-invalid',
  'displayed',
  'enabled',
  'extras',
  'focused',
  'heading',
  'height',
  'hint',
  'is-collection-item',
  'package',
  'password',
  'resource-id',
  'scrollable',
  'selected',
  'showing-hint',
  'text',
  'tooltip-text',
  'width',
] as const;

/** As the page source of UiAutomator2 says it; `isWeb` inside of a web view. */
export function androidFacts(
  { tag, attributes }: XmlElement,
  parent: XmlElement | null,
  isWeb: boolean,
): UiFacts {
  const is = (name: string) => attributes[name] === 'true';
  const kind = kindOf(attributes.class ?? tag);
  const bounds = boundsOf(attributes.bounds);
  const role = roleOf(kind, attributes, parent, isWeb) ?? (isSmallWindow(bounds, parent) ? 'dialog' : null);
  const resourceId = attributes['resource-id'] ?? '';
  const description = attributes['content-desc'] ?? '';
  const text = attributes.text ?? '';
  const isHolding = role !== null && holding.has(role);
  const { hint, value } =
    role === 'textbox' ? contentOf(attributes) : { hint: '', value: isHolding ? text : null };
  // A switch without a label of its own says its state, which is not painted.
  const isState = role === 'switch' && /^(?:on|off)$/i.test(text);
  return {
    kind,
    role,
    accessibilityId: description,
    resourceId,
    text: isHolding || isState ? '' : text,
    description,
    tooltip: attributes['tooltip-text'] ?? '',
    testIds: testIdsIn(resourceId),
    hint,
    value,
    isEnabled: attributes.enabled !== 'false',
    isFocused: is('focused'),
    isChecked: is('checkable') ? is('checked') : null,
    isSelected: is('selected') ? true : role !== null && choosable.has(role) ? false : null,
    isInvalid: is('content-invalid'),
    isPassword: is('password'),
    isClickable: is('clickable'),
    isScrollable: is('scrollable'),
    isDisplayed: attributes.displayed !== 'false',
    bounds,
  };
}

/** What a field holds, and the hint that it shows while it is empty. */
function contentOf(attributes: XmlElement['attributes']): { hint: string; value: string } {
  const { text = '', hint = '', password, 'showing-hint': isHintShown } = attributes;
  if (isHintShown === 'true' || (hint !== '' && text === hint)) return { hint: hint || text, value: '' };
  const isHidden = password === 'true';
  // Before version 8, a phone does not distinguish the hint of a field from its content: the text may be either.
  const isOld = hint === '' && isHintShown === undefined;
  if (isOld && isHidden && /[^•●*]/.test(text)) return { hint: text, value: '' };
  return { hint: isOld && !isHidden ? text : hint, value: isHidden && text !== '' ? passwordDots : text };
}

export function androidScreen({ attributes, children }: XmlElement): Bounds {
  const right = Number(attributes.width);
  const bottom = Number(attributes.height);
  if (right > 0 && bottom > 0) return { left: 0, top: 0, right, bottom };
  const windows = children.flatMap((child) => boundsOf(child.attributes.bounds) ?? []);
  return {
    left: 0,
    top: 0,
    right: Math.max(0, ...windows.map((window) => window.right)),
    bottom: Math.max(0, ...windows.map((window) => window.bottom)),
  };
}

/** Of each window. A toast belongs to the app that shows it on behalf of another. */
export function androidOwners({ children }: XmlElement): string[] {
  return children.flatMap(({ tag, attributes }) =>
    tag.endsWith('.Toast') || !attributes.package ? [] : [attributes.package],
  );
}

const knownRole = remembering((kind) => roleOfKind.find(([pattern]) => pattern.test(kind))?.[1] ?? null);

function roleOf(
  kind: string,
  attributes: XmlElement['attributes'],
  parent: XmlElement | null,
  isWeb: boolean,
): string | null {
  const known = knownRole(kind) ?? (isWeb ? webRoleOf(attributes) : null);
  if (known !== null) return known;
  if (attributes.checkable === 'true') return 'checkbox';
  if (attributes.heading === 'true') return 'heading';
  if (dialogId.test(attributes['resource-id'] ?? '')) return 'dialog';
  if (attributes['is-collection-item'] === 'true') return 'listitem';
  return parent !== null && listKind.test(kindOf(parent.attributes.class ?? parent.tag)) ? 'listitem' : null;
}

/** A window that leaves some of the screen free on all sides is a dialog or a menu. */
function isSmallWindow(bounds: Bounds | null, parent: XmlElement | null): boolean {
  if (bounds === null || parent?.tag !== 'hierarchy') return false;
  const [width, height] = [Number(parent.attributes.width), Number(parent.attributes.height)];
  return bounds.right - bounds.left < 0.97 * width && bounds.bottom - bounds.top < 0.9 * height;
}

/** Whole, and as people write it: without the package. */
function testIdsIn(resourceId: string): string[] {
  if (resourceId === '') return [];
  const bare = resourceId.slice(resourceId.lastIndexOf('/') + 1);
  return bare === resourceId ? [resourceId] : [resourceId, bare];
}

function kindOf(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

function boundsOf(text: string | undefined): Bounds | null {
  const match = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(text ?? '');
  if (match === null) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number);
  return { left, top, right, bottom };
}

/** What a page calls its things, as Chromium spells it, in the words of ARIA. */
const roleOfPage: Readonly<Record<string, string>> = {
  alertDialog: 'dialog',
  button: 'button',
  cell: 'cell',
  checkBox: 'checkbox',
  columnHeader: 'columnheader',
  comboBoxSelect: 'combobox',
  dialog: 'dialog',
  gridCell: 'cell',
  heading: 'heading',
  image: 'img',
  link: 'link',
  listItem: 'listitem',
  menuItem: 'menuitem',
  popUpButton: 'combobox',
  radioButton: 'radio',
  row: 'row',
  searchBox: 'textbox',
  slider: 'slider',
  switch: 'switch',
  tab: 'tab',
  table: 'table',
  textField: 'textbox',
};

/**
 * What a thing inside of a web view of Android is. Its page tells only where the driver is set to write the extras
 * (`includeExtrasInPageSource`); without them, what can be tapped there and is nothing else is a link.
 */
function webRoleOf(attributes: Readonly<Record<string, string>>): string | null {
  const { extras, clickable, text = '' } = attributes;
  const chromeRole = /\bAccessibilityNodeInfo\.chromeRole=(\w+)/.exec(extras ?? '')?.[1];
  if (chromeRole !== undefined) return roleOfPage[chromeRole] ?? null;
  const isNamed = text !== '' || (attributes['content-desc'] ?? '') !== '';
  return clickable === 'true' && isNamed ? 'link' : null;
}
