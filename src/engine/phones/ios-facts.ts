import { remembering } from '../../kernel/memo.ts';
import { type Bounds, passwordDots, type UiFacts } from './ui-node.ts';
import type { XmlElement } from './xml.ts';

const prefix = 'XCUIElementType';
const roleOfKind: Readonly<Record<string, string>> = {
  Button: 'button',
  TextField: 'textbox',
  SecureTextField: 'textbox',
  SearchField: 'textbox',
  TextView: 'textbox',
  Switch: 'switch',
  Toggle: 'switch',
  CheckBox: 'checkbox',
  RadioButton: 'radio',
  Picker: 'combobox',
  PickerWheel: 'combobox',
  PopUpButton: 'combobox',
  ComboBox: 'combobox',
  MenuButton: 'combobox',
  Slider: 'slider',
  Image: 'img',
  Icon: 'img',
  Link: 'link',
  Cell: 'row',
  TableRow: 'row',
  Tab: 'tab',
  MenuItem: 'menuitem',
  Alert: 'dialog',
  Sheet: 'dialog',
  Dialog: 'dialog',
};
const scrollableKind = /^(?:ScrollView|Table|CollectionView|WebView)$/;
/** Called by the app's name, which is nothing on the screen. */
const wholeKind = /^(?:Application|Window)$/;
const clickableKind = /^(?:Button|Link|Cell|Icon|MenuItem|Tab|Switch|Toggle|PopUpButton|MenuButton|Key)$/;
const choosable: ReadonlySet<string> = new Set(['tab', 'row', 'option']);
const checkable: ReadonlySet<string> = new Set(['switch', 'checkbox', 'radio']);
const holding: ReadonlySet<string> = new Set(['textbox', 'combobox', 'slider']);

export const iosAttributes = [
  'accessible',
  'bundleId',
  'enabled',
  'focused',
  'height',
  'label',
  'name',
  'placeholderValue',
  'selected',
  'traits',
  'type',
  'value',
  'visible',
  'width',
  'x',
  'y',
] as const;

/** As the page source of XCUITest says it. */
export function iosFacts({ tag, attributes }: XmlElement, parent: XmlElement | null): UiFacts {
  const kind = kindOf(attributes.type ?? tag);
  const traits = traitsIn(attributes.traits ?? '');
  const isEcho = isRepeating(attributes, parent);
  const role = isEcho ? null : roleOf(kind, traits, parent);
  const { name = '', label = '', value = '', placeholderValue = '' } = attributes;
  const isField = role === 'textbox';
  const isPassword = kind === 'SecureTextField';
  const isHolding = role !== null && holding.has(role);
  const isDescribed = isHolding || kind === 'Image';
  const held = isField && value === placeholderValue ? '' : value;
  const isSelected =
    traits.has('Selected') || attributes.selected === 'true' || (role === 'tab' && value === '1');
  return {
    kind,
    role,
    accessibilityId: name,
    resourceId: '',
    text: isDescribed || wholeKind.test(kind) ? '' : label || (kind === 'StaticText' ? value : ''),
    description: isDescribed ? label : '',
    tooltip: '',
    testIds: name === '' || name === label || wholeKind.test(kind) ? [] : [name],
    hint: isField ? placeholderValue : '',
    value: !isHolding ? null : isPassword && held !== '' ? passwordDots : held,
    isEnabled: attributes.enabled !== 'false',
    isFocused: attributes.focused === 'true',
    isChecked: role !== null && checkable.has(role) ? value === '1' || value === 'true' : null,
    isSelected: isSelected ? true : role !== null && choosable.has(role) ? false : null,
    isInvalid: false,
    isPassword,
    isClickable: !isEcho && isClickable(kind, traits, attributes),
    isScrollable: scrollableKind.test(kind),
    isDisplayed: attributes.visible !== 'false',
    bounds: boundsOf(attributes),
  };
}

/** The tree is the application, or a wrapper around it. */
export function iosScreen(root: XmlElement): Bounds {
  const application = root.attributes.width === undefined ? root.children[0] : root;
  return boundsOf(application?.attributes ?? {}) ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

/** Older versions of WebDriverAgent do not say. */
export function iosOwners(root: XmlElement): string[] {
  return [root, ...root.children].flatMap(({ attributes }) => attributes.bundleId ?? []);
}

export function isKeyboard({ kind }: UiFacts): boolean {
  return kind === 'Keyboard';
}

function roleOf(kind: string, traits: ReadonlySet<string>, parent: XmlElement | null): string | null {
  if (kind === 'Button' && parent !== null && kindOf(parent.tag) === 'TabBar') return 'tab';
  const known = roleOfKind[kind];
  if (known !== undefined) return known;
  if (traits.has('Header')) return 'heading';
  if (traits.has('Link')) return 'link';
  return traits.has('Button') ? 'button' : null;
}

/** A web view tells a link and a heading again by the text in them. */
function isRepeating({ type, label }: Readonly<Record<string, string>>, parent: XmlElement | null): boolean {
  if (type !== `${prefix}StaticText` || parent === null || parent.attributes.label !== label) return false;
  const { type: kind = '', traits = '' } = parent.attributes;
  return kindOf(kind) === 'Link' || traitsIn(traits).has('Header');
}

/** What React Native lets people tap on is one thing to those who don't see it, and has a name. */
function isClickable(
  kind: string,
  traits: ReadonlySet<string>,
  { accessible, label }: Readonly<Record<string, string>>,
): boolean {
  if (clickableKind.test(kind) || traits.has('Button') || traits.has('Link')) return true;
  return kind === 'Other' && accessible === 'true' && !!label;
}

const traitsIn = remembering(
  (text): ReadonlySet<string> => new Set(text.split(',').map((trait) => trait.trim())),
);

function kindOf(type: string): string {
  return type.startsWith(prefix) ? type.slice(prefix.length) : type;
}

function boundsOf({ x, y, width, height }: Readonly<Record<string, string>>): Bounds | null {
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  const left = Number(x);
  const top = Number(y);
  const right = left + Number(width);
  const bottom = top + Number(height);
  return [left, top, right, bottom].every(Number.isFinite) ? { left, top, right, bottom } : null;
}
