/** The screen as XCUITest writes it: points, and with everything that lies off the screen, called invisible. */
import { keyboardTop } from './shop.mjs';

const prefix = 'XCUIElementType';
const types = {
  title: 'NavigationBar',
  text: 'StaticText',
  field: 'TextField',
  secure: 'SecureTextField',
  button: 'Button',
  icon: 'Button',
  checkbox: 'Switch',
  frozen: 'Switch',
  setting: 'Cell',
  list: 'Table',
  pager: 'ScrollView',
  row: 'Cell',
  dialog: 'Sheet',
  map: 'Map',
};
const traits = { button: 'Button', icon: 'Button', text: 'StaticText', title: 'Header' };

export function iosTree({ state, widgets }) {
  const [width, height] = state.landscape ? [780, 390] : [390, 780];
  const screen = [0, 0, width, height];
  const content = widgets().flatMap((widget) => render(widget, screen));
  const keyboard = state.keyboard ? [keyboardNode(state)] : [];
  const alert = state.alert === null ? [] : [alertNode(state.alert, state)];
  const around = (type, children, more = {}) =>
    element(type, { box: screen, isVisible: true, ...more }, children);
  const application = around(
    'Application',
    [
      around('Window', [around('Other', [around('Other', content)])]),
      ...(keyboard.length ? [around('Window', keyboard)] : []),
      ...alert,
    ],
    { name: 'Shop', label: 'Shop' },
  );
  number(application);
  return { tag: 'AppiumAUT', attributes: {}, children: [application] };
}

function render(widget, area) {
  const isVisible = overlaps(widget.box, area);
  const { kind, box } = widget;
  const base = { box, isVisible, widget, isEnabled: widget.disabled !== true };
  if (kind === 'popup') return [];
  if (kind === 'dropdown') {
    return [
      element('Picker', { ...base, widget: undefined }, [
        element('PickerWheel', { ...base, value: widget.value }),
      ]),
    ];
  }
  if (kind === 'setting' || kind === 'checkbox' || kind === 'frozen') {
    const toggle = element('Switch', {
      ...base,
      name: widget.text,
      label: widget.text,
      value: widget.checked ? '1' : '0',
      traits: 'Button, Toggle',
    });
    return kind === 'setting'
      ? [element('Cell', { ...base, name: undefined }, [label(widget.text, base), toggle])]
      : [toggle];
  }
  if (kind === 'title') {
    return [
      element('NavigationBar', { ...base, name: widget.text }, [
        element('StaticText', { ...base, name: widget.text, label: widget.text, traits: 'Header' }),
      ]),
    ];
  }
  if (kind === 'field' || kind === 'secure') {
    const value = kind === 'secure' ? '•'.repeat(widget.value.length) : widget.value;
    return [
      element(types[kind], {
        ...base,
        value: value || widget.hint || undefined,
        name: widget.id.startsWith('input') ? undefined : widget.id,
        label: widget.hint === '' ? '' : undefined,
        placeholder: widget.hint || undefined,
      }),
    ];
  }
  const inner = kind === 'list' ? box : area;
  const children = (widget.children ?? []).flatMap((child) => render(child, inner));
  const text = widget.text ?? widget.desc;
  if (kind === 'button') children.push(label(widget.text, base));
  return [
    element(types[kind] ?? 'Other', { ...base, name: text, label: text, traits: traits[kind] }, children),
  ];
}

function label(text, base) {
  return element('StaticText', { ...base, widget: undefined, name: text, label: text, traits: 'StaticText' });
}

function element(
  type,
  { box, isVisible, isEnabled = true, name, label: said, value, placeholder, traits: given, widget },
  children = [],
) {
  const [x, y, width, height] = box;
  return {
    tag: `${prefix}${type}`,
    attributes: {
      type: `${prefix}${type}`,
      ...(value !== undefined && { value }),
      ...(name !== undefined && { name }),
      ...(said !== undefined && { label: said }),
      enabled: isEnabled,
      visible: isVisible,
      accessible: children.length === 0 || type === 'Button',
      x,
      y,
      width,
      height,
      index: 0,
      ...(placeholder !== undefined && { placeholderValue: placeholder }),
      ...(given !== undefined && { traits: given }),
    },
    children,
    widget,
    box: isVisible ? box : null,
  };
}

function number(parent) {
  parent.children.forEach((child, index) => {
    child.attributes.index = index;
    number(child);
  });
}

function keyboardNode({ focus, query }) {
  const box = [0, keyboardTop, 390, 280];
  const keys = ['q', 'w', 'e', 'Username', 'Return'].map((key, index) =>
    element('Key', {
      box: [index * 70, keyboardTop + 10, 60, 40],
      isVisible: true,
      name: key,
      label: key,
      traits: 'KeyboardKey',
    }),
  );
  if (focus === 'query') {
    const tap = ['learn', `The keyboard's action was search on ${query}`];
    const place = { box: [300, keyboardTop + 200, 80, 40], isVisible: true };
    keys.push(element('Button', { ...place, name: 'Search', label: 'suchen', widget: { tap } }));
  }
  return element('Keyboard', { box, isVisible: true, widget: { kind: 'keyboard', tap: ['nothing'] } }, keys);
}

function alertNode({ title, message, accept, dismiss, about }, state) {
  const box = [60, 280, 270, 180];
  const button = (text, left, answer) =>
    element('Button', {
      box: [left, 410, 130, 44],
      isVisible: true,
      name: text,
      label: text,
      traits: 'Button',
      widget: { tap: ['answer', answer] },
    });
  const said = (text, top) =>
    element('StaticText', {
      box: [70, top, 250, 30],
      isVisible: true,
      name: text,
      label: text,
      traits: 'StaticText',
    });
  return element('Alert', { box, isVisible: true, name: title, label: title, widget: { tap: ['nothing'] } }, [
    said(title, 290),
    said(message, 320),
    ...(about === 'forgot'
      ? [
          element('TextField', {
            box: [70, 360, 250, 30],
            isVisible: true,
            value: state.alertText || undefined,
          }),
        ]
      : []),
    button(dismiss, 65, false),
    button(accept, 195, true),
  ]);
}

function overlaps([left, top, width, height], [areaLeft, areaTop, areaWidth, areaHeight]) {
  return (
    left < areaLeft + areaWidth &&
    left + width > areaLeft &&
    top < areaTop + areaHeight &&
    top + height > areaTop
  );
}
