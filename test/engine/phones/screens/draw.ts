/** Left, top, width and height, in points. */
type Box = readonly [number, number, number, number];
type Given = Readonly<Record<string, string | number | boolean>>;

const pixelsPerPoint = 2.75;

/**
 * One element as UiAutomator2 writes it. `as` is what the tests call it by; the reader of hierarchies leaves it out, as
 * it does with everything else that it does not know.
 */
export function view(className: string, box: Box, given: Given = {}, ...children: string[]): string {
  const whole = className.includes('.') ? className : `android.widget.${className}`;
  const [left, top, width, height] = box.map((length) => Math.round(length * pixelsPerPoint)) as [
    number,
    number,
    number,
    number,
  ];
  return element(
    whole.replaceAll('$', '.'),
    {
      index: 0,
      package: 'com.example.app',
      class: whole,
      text: '',
      'resource-id': '',
      checkable: false,
      checked: false,
      clickable: false,
      enabled: true,
      focusable: false,
      focused: false,
      'long-clickable': false,
      password: false,
      scrollable: false,
      selected: false,
      bounds: `[${left},${top}][${left + width},${top + height}]`,
      displayed: true,
      'a11y-important': true,
      'drawing-order': 1,
      'showing-hint': false,
      heading: false,
      'window-id': 12,
      ...given,
    },
    children,
  );
}

export const hierarchy = (...children: string[]) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>${element(
    'hierarchy',
    { index: 0, class: 'hierarchy', rotation: 0, width: 1080, height: 2340 },
    children,
  )}`;

/** The window of an app, down to what it shows. */
export const window = (...children: string[]) =>
  hierarchy(
    view(
      'FrameLayout',
      [0, 0, 393, 851],
      {},
      view('FrameLayout', [0, 0, 393, 851], { 'resource-id': 'android:id/content' }, ...children),
    ),
  );

export const composeWindow = (...children: string[]) =>
  window(
    view(
      'androidx.compose.ui.platform.ComposeView',
      [0, 0, 393, 851],
      {},
      view('android.view.View', [0, 0, 393, 851], {}, ...children),
    ),
  );

/** One element as XCUITest writes it. */
export function item(type: string, box: Box, given: Given = {}, ...children: string[]): string {
  const [x, y, width, height] = box;
  const whole = `XCUIElementType${type}`;
  const { label } = given;
  return element(
    whole,
    {
      type: whole,
      ...(label !== undefined && { name: label }),
      enabled: true,
      visible: true,
      accessible: children.length === 0,
      x,
      y,
      width,
      height,
      index: 0,
      ...given,
    },
    children,
  );
}

export const app = (...children: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><AppiumAUT>${item(
    'Application',
    [0, 0, 390, 844],
    { label: 'Example', accessible: false },
    item('Window', [0, 0, 390, 844], { accessible: false }, item('Other', [0, 0, 390, 844], {}, ...children)),
  )}</AppiumAUT>`;

function element(tag: string, attributes: Given, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
