import { remembering } from '../../kernel/memo.ts';
import type { Role } from '../device.ts';
import type { Bounds, UiFacts } from './ui-node.ts';
import type { XmlElement } from './xml.ts';

const roleOfKind: ReadonlyArray<[RegExp, Role]> = [
  [/^(?:.*EditText|.*AutoComplete(?:TextView)?)$/, 'field'],
  [/^(?:Compat)?(?:Switch(?:Compat|Material)?|MaterialSwitch|ToggleButton)$/, 'switch'],
  [/RadioButton$/, 'radio'],
  [/^(?:.*CheckBox|CheckedTextView)$/, 'checkbox'],
  [/Spinner$/, 'dropdown'],
  [/^(?:.*SeekBar|RatingBar|.*Slider)$/, 'slider'],
  [/^(?:TabView|ActionBar\$?\.?Tab|Tab)$/, 'tab'],
  [/^(?:.*MenuItemView)$/, 'menu item'],
  [/^(?:.*Button|Chip)$/, 'button'],
  [/^.*ImageView$/, 'image'],
];
const listKind = /^(?:RecyclerView|ListView|GridView|ExpandableListView|ViewPager2?|TableLayout)$/;
const choosable: ReadonlySet<Role> = new Set(['tab', 'option', 'list item', 'row']);

export const androidAttributes = [
  'bounds',
  'checkable',
  'checked',
  'class',
  'clickable',
  'content-desc',
  'displayed',
  'enabled',
  'focused',
  'heading',
  'height',
  'hint',
  'is-collection-item',
  'password',
  'resource-id',
  'scrollable',
  'selected',
  'showing-hint',
  'text',
  'width',
] as const;

/** As the page source of UiAutomator2 says it. */
export function androidFacts({ tag, attributes }: XmlElement, parent: XmlElement | null): UiFacts {
  const is = (name: string) => attributes[name] === 'true';
  const kind = kindOf(attributes.class ?? tag);
  const role = roleOf(kind, attributes, parent);
  const isField = role === 'field';
  const text = attributes.text ?? '';
  const hint = attributes.hint || (is('showing-hint') ? text : '');
  const isHintShown = is('showing-hint') || (hint !== '' && text === hint);
  return {
    kind,
    role,
    accessibilityId: attributes['content-desc'] ?? '',
    resourceId: attributes['resource-id'] ?? '',
    text: isField || role === 'dropdown' ? '' : text,
    ownName:
      attributes['content-desc'] ||
      (isField ? hint || shortId(attributes['resource-id']) : role === 'dropdown' ? '' : text),
    hint: isField ? hint : '',
    value: isField ? (isHintShown ? '' : text) : role === 'dropdown' || role === 'slider' ? text : null,
    isEnabled: attributes.enabled !== 'false',
    isFocused: is('focused'),
    isChecked: is('checkable') ? is('checked') : null,
    isSelected: is('selected') ? true : role !== null && choosable.has(role) ? false : null,
    isPassword: is('password'),
    isClickable: is('clickable'),
    isScrollable: is('scrollable'),
    isDisplayed: attributes.displayed !== 'false',
    bounds: boundsOf(attributes.bounds),
  };
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

const knownRole = remembering((kind) => roleOfKind.find(([pattern]) => pattern.test(kind))?.[1] ?? null);

function roleOf(kind: string, attributes: XmlElement['attributes'], parent: XmlElement | null): Role | null {
  const known = knownRole(kind);
  if (known !== null) return known;
  if (attributes.checkable === 'true') return 'checkbox';
  if (attributes.heading === 'true') return 'heading';
  if (attributes['resource-id']?.endsWith('/parentPanel')) return 'dialog';
  if (attributes['is-collection-item'] === 'true') return 'list item';
  return parent !== null && listKind.test(kindOf(parent.attributes.class ?? parent.tag)) ? 'list item' : null;
}

function shortId(resourceId = ''): string {
  return resourceId.slice(resourceId.lastIndexOf('/') + 1);
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
