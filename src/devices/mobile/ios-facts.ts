import { remembering } from '../../kernel/memo.ts';
import type { Role } from '../device.ts';
import type { Bounds, UiFacts } from './ui-node.ts';
import type { XmlElement } from './xml.ts';

const prefix = 'XCUIElementType';
const roleOfKind: Readonly<Record<string, Role>> = {
  Button: 'button',
  TextField: 'field',
  SecureTextField: 'field',
  SearchField: 'field',
  TextView: 'field',
  Switch: 'switch',
  Toggle: 'switch',
  CheckBox: 'checkbox',
  RadioButton: 'radio',
  Picker: 'dropdown',
  PickerWheel: 'dropdown',
  PopUpButton: 'dropdown',
  ComboBox: 'dropdown',
  MenuButton: 'dropdown',
  Slider: 'slider',
  Image: 'image',
  Icon: 'image',
  Link: 'link',
  Cell: 'row',
  TableRow: 'row',
  Tab: 'tab',
  MenuItem: 'menu item',
  Alert: 'dialog',
  Sheet: 'dialog',
  Dialog: 'dialog',
};
const scrollableKind = /^(?:ScrollView|Table|CollectionView|WebView)$/;
const clickableKind = /^(?:Button|Link|Cell|Icon|MenuItem|Tab|Switch|Toggle|PopUpButton|MenuButton|Key)$/;
const choosable: ReadonlySet<Role> = new Set(['tab', 'row', 'option']);
const checkable: ReadonlySet<Role> = new Set(['switch', 'checkbox', 'radio']);
const holding: ReadonlySet<Role> = new Set(['field', 'dropdown', 'slider']);

export const iosAttributes = [
  'enabled',
  'focused',
  'height',
  'label',
  'name',
  'placeholderValue',
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
  const role = roleOf(kind, traits, parent);
  const { name = '', label = '', value = '', placeholderValue = '' } = attributes;
  const isField = role === 'field';
  const isShown = kind === 'StaticText';
  const isSelected = traits.has('Selected') || (role === 'tab' && value === '1');
  return {
    kind,
    role,
    accessibilityId: name,
    resourceId: '',
    text: label || (isShown ? value : ''),
    ownName: label || (isField ? placeholderValue : '') || name || (isShown ? value : ''),
    hint: isField ? placeholderValue : '',
    value: role === null || !holding.has(role) ? null : isField && value === placeholderValue ? '' : value,
    isEnabled: attributes.enabled !== 'false',
    isFocused: attributes.focused === 'true',
    isChecked: role !== null && checkable.has(role) ? value === '1' || value === 'true' : null,
    isSelected: isSelected ? true : role !== null && choosable.has(role) ? false : null,
    isPassword: kind === 'SecureTextField',
    isClickable: clickableKind.test(kind) || traits.has('Button') || traits.has('Link'),
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

export function isKeyboard({ kind }: UiFacts): boolean {
  return kind === 'Keyboard';
}

function roleOf(kind: string, traits: ReadonlySet<string>, parent: XmlElement | null): Role | null {
  if (kind === 'Button' && parent !== null && kindOf(parent.tag) === 'TabBar') return 'tab';
  const known = roleOfKind[kind];
  if (known !== undefined) return known;
  if (traits.has('Header')) return 'heading';
  if (traits.has('Link')) return 'link';
  return traits.has('Button') ? 'button' : null;
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
